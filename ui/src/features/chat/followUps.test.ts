import { expect, it } from 'vitest'

import type { OutlineNode } from '@/backend'

import { openingHeading } from './followUps'

const node = (section: number, level: number, page: number, title: string): OutlineNode => ({ section, parent: null, level, title, page, page_label: null, last_page: page, evidence: [], confidence: 1, rects: [] })

it('a question to begin with comes from an upper heading past the cover', () => {
  const outline = [node(1, 1, 1, 'Cover'), node(2, 1, 2, 'Contents'), node(3, 1, 3, '1 Features'), node(4, 2, 4, '1.1 Pins'), node(5, 3, 4, '1.1.1 Pin one'), node(6, 1, 6, '2 Limits')]
  expect(openingHeading(outline)?.title).toBe('1.1 Pins')
  expect(openingHeading([node(1, 3, 1, 'Only one')])?.title).toBe('Only one')
  expect(openingHeading([node(1, 1, 2, 'Contents')])).toBeUndefined()
})
