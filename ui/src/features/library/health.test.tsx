import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Tooltip } from 'radix-ui'
import { describe, expect, it, vi } from 'vitest'

import type { DocumentHealth } from '@/backend'
import { row } from '@/lib/testing/fakeBackend'

import { DetailsDialog } from './DetailsDialog'
import { HealthBadge, needsLook } from './HealthBadge'

const REPORT: DocumentHealth = {
  pages: { text: 8, scanned: 2, garbled: 0, empty: 0 },
  headings: 31,
  induced: 3,
  evidence: [
    { evidence: 'numbering', headings: 28 },
    { evidence: 'induced', headings: 3 },
  ],
  tables: 12,
  figures: 5,
  captioned: 4,
  confidence: 0.83,
  warnings: ['2 of 10 pages are images without text'],
}
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

  it('leads from a fact to the page it was read from', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    const facts = { title: 'D', keywords: [], facts: [{ kind: 'year' as const, value: '2018', source: 'running_header' as const, page: 4 }, { kind: 'form' as const, value: '10-K', source: 'file_name' as const, page: null }] }
    render(
      <Tooltip.Provider>
        <DetailsDialog row={row(1, { facts, report: REPORT })} onClose={() => undefined} onOpen={onOpen} />
      </Tooltip.Provider>,
    )
    expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'running header, p. 5' }))
    expect(onOpen).toHaveBeenCalledWith(5)
    expect(screen.getByText('file name')).toBeVisible()
    expect(screen.getByRole('region', { name: 'What was found' })).toHaveTextContent('31 · 3 induced')
  })
})
