import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { REPORT, row } from '@/lib/testing/fakeBackend'

import { HealthBadge, needsLook } from './HealthBadge'

const document = row(1, { health: REPORT.pages, report: REPORT, confidence: 0.83, warnings: REPORT.warnings })

describe('the health of a document', () => {
  it('is one cell in the list and opens as a report', async () => {
    const user = userEvent.setup()
    render(<HealthBadge row={document} />)
    await user.click(screen.getByRole('button', { name: 'Health of “Document 1”: 8 pages with text, 2 scanned, 31 headings, with warnings' }))
    const report = await screen.findByRole('dialog')
    for (const words of ['31 · 3 induced · 83 % sure', 'number', '28', '12', '5 · 4 with caption', '2 of 10 pages are images without text']) expect(report).toHaveTextContent(words)
  })

  it('says what an older version did not count', async () => {
    const user = userEvent.setup()
    render(<HealthBadge row={row(2)} />)
    await user.click(screen.getByRole('button', { name: 'Health of “Document 2”: 10 pages with text' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Read by an older version of Waymark')
  })

  it('calls for a look at scans, warnings and doubtful outlines only', () => {
    expect(needsLook(document)).toBe(true)
    expect(needsLook(row(2))).toBe(false)
    const fine = { ...REPORT, pages: { text: 10, scanned: 0, garbled: 0, empty: 0 }, warnings: [] }
    expect(needsLook(row(3, { report: fine, confidence: 0.9 }))).toBe(false)
    expect(needsLook(row(3, { report: fine, confidence: 0.3 }))).toBe(true)
  })
})
