import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { installBackend } from '@/lib/testing/fakeBackend'
import { renderWithQueries } from '@/lib/testing/render'
import { useUi } from '@/lib/ui'

import { FigureCards } from './FigureCards'
import type { TurnView } from './turn'

const RECT = { x0: 100, y0: 300, x1: 336, y1: 420 }
const FIGURE = { index: 2, number: '5', caption: 'Figure 5. Pinout, top view', page: 12, page_label: '10', section_path: ['LA3150 Datasheet', 'Pins'], rect: RECT, text: '' }
const TURN = { key: 'turn-1', phase: 'done', found: true, hits: [], citations: [{ segment: 70, number: 1 }, { segment: 71, number: 2 }] } as unknown as TurnView

function show() {
  renderWithQueries(<FigureCards turn={TURN} />)
}

describe('figures of an answer', () => {
  it('stand as cards that open the page with the figure marked', async () => {
    const { calls } = installBackend({ figures_among: () => [{ segment: 71, document: 3, title: 'LA3150 Datasheet', file_name: 'la3150.pdf', figure: FIGURE }] })
    const user = userEvent.setup()
    show()
    const card = await screen.findByRole('button', { name: /^Open the page: 2 ?Figure 5. Pinout, top view/ })
    expect(calls[0]?.request).toEqual({ segments: [70, 71] })
    expect(card).toHaveTextContent(/LA3150 Datasheet › Pins ?p. 12 \(printed 10\)/)
    expect(card.querySelector('img')).toHaveAttribute('src', '/figure/71?dpi=72')
    await user.click(card)
    expect(useUi.getState().reader).toMatchObject({ document: 3, page: 12, locators: [{ page: 11, rects: [RECT] }], source: { turn: 'turn-1', number: 2, segment: 71 } })
  })

  it('say so when the crop cannot be drawn, and keep the way to the page', async () => {
    installBackend({ figures_among: () => [{ segment: 71, document: 3, title: 'LA3150', file_name: 'la3150.pdf', figure: { ...FIGURE, caption: null } }] })
    show()
    const card = await screen.findByRole('button', { name: /Figure without caption/ })
    fireEvent.error(card.querySelector('img') as HTMLImageElement)
    expect(card).toHaveTextContent('Could not be drawn')
  })
})
