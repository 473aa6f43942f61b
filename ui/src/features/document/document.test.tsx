import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'

import type { DocumentSummaries, EnrichmentState, FormatEstimate, FormatState, OllamaStatus, OutlineNode, SectionSummary } from '@/backend'
import { detail, REPORT, row, type Table } from '@/lib/testing/fakeBackend'
import { pretendSize } from '@/lib/testing/layout'
import { openApp } from '@/lib/testing/open'
import { useUi, type DetailsTab } from '@/lib/ui'

const MANUAL = row(1, { title: 'Pump manual', report: REPORT })
const OLLAMA: OllamaStatus = { host: '127.0.0.1:11434', running: true, installed: true, version: '1', models: [{ name: 'qwen3:4b', size: 2_500_000_000, parameters: '4B', quantization: null }], problem: null }
const ESTIMATE: FormatEstimate = { document: 1, formatter: 'assisted', model: 'qwen3:4b', windows: 40, asked: 12, kept: 3, doubtful: 61, damaged: true, tokens_in: 52_000, tokens_out: 3100, minutes: 14.2, measured: false }
const RUN: FormatState = { document: 1, formatter: 'assisted', model: 'qwen3:4b', progress: { window: 11, windows: 40, seconds_left: 540, measured: false }, ended: false, refused: 0, headings: null, error: null }
const JOB: EnrichmentState = { document: 1, title: 'Pump manual', model: 'qwen3:4b', done: 10, total: 40, seconds_left: 300, running: true, paused: false, replaced: 2, ended: false, error: null }

function open(tab: DetailsTab, table: Table = {}, of = MANUAL) {
  pretendSize()
  useUi.setState({ details: { document: of.id, tab } })
  return openApp({ documents_list: () => [of, row(2, { title: 'Valve manual' })], document_detail: () => detail(of), ollama_status: () => OLLAMA, ...table })
}

async function violations() {
  const report = await axe.run(document.body, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

describe('the page of a document', () => {
  it('leads from a fact to the page it was read from', async () => {
    const facts = { title: 'D', keywords: [], facts: [{ kind: 'year' as const, value: '2018', source: 'running_header' as const, page: 4 }, { kind: 'form' as const, value: '10-K', source: 'file_name' as const, page: null }] }
    const { user } = open('about', {}, { ...MANUAL, facts })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus())
    expect(screen.getByText('file name')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'running header, p. 5' }))
    expect(useUi.getState()).toMatchObject({ details: null, reader: { document: 1, page: 5 } })
  })

  it('is turned by keyboard', async () => {
    const { user } = open('about')
    const tab = await screen.findByRole('tab', { name: 'Document' })
    tab.focus()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('region', { name: 'What was found' })).toHaveTextContent('31 · 3 induced')
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Summaries' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the formatter', () => {
  it('is advised, says what it takes, and starts only then', async () => {
    const runs: FormatState[] = []
    const { requests, user } = open('outline', {
      document_detail: () => detail(MANUAL, { format_advised: true }),
      document_format_estimate: () => ESTIMATE,
      document_format: () => {
        runs.push({ ...RUN, model: '' , progress: { window: 0, windows: 0, seconds_left: 0, measured: false } })
        return null
      },
      documents_formatting: () => [...runs],
    })
    const region = await screen.findByRole('region', { name: 'How the outline is made' })
    expect(await within(region).findByText(/The rules are unsure of many headings here/)).toBeVisible()
    expect(within(region).getByRole('radio', { name: /^Rules/ })).toBeChecked()
    expect(requests('document_format_estimate')).toEqual([])
    await user.click(within(region).getByRole('radio', { name: /^Assisted/ }))
    for (const words of ['qwen3:4b', '12 of 40 are shown to the model · 3 answers are kept from before', '61 lines', '52,000 to read, 3,100 to write', 'about 14 min · assumed']) {
      await waitFor(() => expect(region).toHaveTextContent(words))
    }
    expect(region).toHaveTextContent('cannot be told by their type')
    expect(requests('document_format')).toEqual([])
    expect(await violations()).toEqual([])
    await user.click(within(region).getByRole('button', { name: 'Start' }))
    expect(requests('document_format')).toEqual([{ id: 1, formatter: 'assisted' }])
    expect(await within(region).findByRole('progressbar', { name: 'Reading the document' })).toBeVisible()
  })

  it('shows windows and the time left, and can be stopped', async () => {
    const { requests, user } = open('outline', { documents_formatting: () => [RUN], document_format_stop: () => null })
    const bar = await screen.findByRole('progressbar', { name: 'Assisted, with qwen3:4b' })
    expect(bar).toHaveAttribute('aria-valuenow', '25')
    expect(screen.getByText('window 11 of 40 · about 9 min left (assumed)')).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(requests('document_format_stop')).toEqual([{ id: 1 }])
  })

  it('tells what came of it, and goes back to the rules', async () => {
    const { requests, user } = open('outline', {
      document_detail: () => detail(MANUAL, { formatter: 'full' }),
      documents_formatting: () => [{ ...RUN, formatter: 'full', ended: true, refused: 2, headings: [31, 46] }],
      document_format: () => null,
    })
    expect(await screen.findByText('Headings: 31 before, 46 now.')).toBeVisible()
    expect(screen.getByText(/^2 windows stay as the rules found them/)).toBeVisible()
    expect(screen.getByRole('radio', { name: /^Full/ })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: /^Rules/ }))
    expect(requests('document_format_estimate')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Back to rules' }))
    expect(requests('document_format')).toEqual([{ id: 1, formatter: 'native' }])
  })

  it('asks the same model again when wanted', async () => {
    const { requests, user } = open('outline', { document_detail: () => detail(MANUAL, { formatter: 'assisted' }), document_format_estimate: () => ({ ...ESTIMATE, asked: 0, kept: 0, doubtful: 0 }) })
    await user.click(await screen.findByRole('button', { name: 'Ask the model again…' }))
    expect(await screen.findByText(/^No line is in doubt/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled()
    expect(requests('document_format_estimate')).toEqual([{ id: 1, formatter: 'assisted' }])
  })

  it('says why it broke off and what to do', async () => {
    const { requests, user } = open('outline', { documents_formatting: () => [{ ...RUN, ended: true, error: { code: 'model_failed', message: 'model `qwen3:4b` ran out of memory' } }], document_format_estimate: () => ESTIMATE })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The model did not run')
    expect(alert).toHaveTextContent('Choose a smaller one in Settings.')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(requests('document_format_estimate')).toEqual([{ id: 1, formatter: 'assisted' }]))
  })

  it('that was stopped is no failure and goes on where it was', async () => {
    const { user } = open('outline', { documents_formatting: () => [{ ...RUN, ended: true, error: { code: 'cancelled', message: 'stopped' } }], document_format_estimate: () => ESTIMATE })
    expect(await screen.findByText(/^Stopped\. The outline is as before/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByText(/^12 of 40/)).toBeVisible()
  })

  it('shows a refused estimate and a refused start in place', async () => {
    let refused = true
    const { user } = open('outline', {
      document_format_estimate: () => (refused ? Promise.reject({ code: 'unreadable', message: 'the file is gone' }) : ESTIMATE),
      document_format: () => Promise.reject({ code: 'ollama_busy', message: 'document `2` is being formatted already' }),
    })
    await user.click(await screen.findByRole('radio', { name: /^Full/ }))
    expect(await screen.findByText('The file is gone.')).toBeVisible()
    refused = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/is being formatted already/)).toBeVisible()
    expect(useUi.getState().notice).toBeNull()
  })

  it('without Ollama offers the missing step instead', async () => {
    const { requests, user } = open('outline', { ollama_status: () => ({ ...OLLAMA, running: false, models: [] }), ollama_start: () => OLLAMA })
    await user.click(await screen.findByRole('radio', { name: /^Assisted/ }))
    expect(await screen.findByText('This needs a local language model. Ollama is installed but not running.')).toBeVisible()
    expect(requests('document_format_estimate')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Start Ollama' }))
    expect(requests('ollama_start')).toEqual([null])
  })

  it('waits for another document, and for one that is being read', async () => {
    open('outline', { documents_formatting: () => [{ ...RUN, document: 2 }] })
    expect(await screen.findByText('Another document is being worked on; one at a time.')).toBeVisible()
  })
})

const node = (section: number, parent: number | null, title: string): OutlineNode => ({ section, parent, level: parent === null ? 1 : 2, title, page: section + 1, page_label: null, last_page: section + 1, evidence: [], confidence: 1, rects: [] })
const OUTLINE = [node(1, null, '1 Limits'), node(2, 1, '1.1 Pressure')]
const made = (section: number, more: Partial<SectionSummary> = {}): SectionSummary => ({ section, title: `S${section}`, level: 1, page: section + 1, key_points: [], summary: `About ${section}`, origin: 'model', model: 'qwen3:4b', made_ms: 0, stale: false, ...more })
const SUMMARIES: DocumentSummaries = { sections: [made(0), made(1, { key_points: ['16 bar', 'relief valve'] }), made(2, { origin: 'extractive', stale: true })], missing: 1, passages: 2, long_passages: 5, terms: ['NPSH'], terms_model: 'qwen3:4b' }
const NOTHING: DocumentSummaries = { sections: [], missing: 2, passages: 0, long_passages: 5, terms: [], terms_model: null }

describe('summaries', () => {
  it('are begun when asked for, with progress and a way to stop', async () => {
    let jobs: EnrichmentState[] = []
    const { requests, user } = open('summaries', {
      document_summaries: () => NOTHING,
      document_enrich: () => {
        jobs = [JOB]
        return null
      },
      document_enrich_stop: () => null,
      enrichment_status: () => ({ jobs, pending_vectors: 0 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Sum up this document' }))
    expect(requests('document_enrich')).toEqual([{ id: 1, model: null }])
    expect(await screen.findByRole('progressbar', { name: 'Summing up with qwen3:4b' })).toHaveAttribute('aria-valuenow', '25')
    expect(screen.getByText('step 10 of 40 · about 5 min left')).toBeVisible()
    expect(screen.getByText(/2 summaries were replaced by sentences of the text/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(requests('document_enrich_stop')).toEqual([{ id: 1 }])
  })

  it('stand as a tree with key points, marks and pages', async () => {
    const { user } = open('summaries', { document_summaries: () => SUMMARIES, document_detail: () => detail(MANUAL, { outline: OUTLINE }) })
    expect(await screen.findByRole('region', { name: 'The whole document' })).toHaveTextContent('About 0')
    const sections = screen.getByRole('region', { name: 'Sections' })
    expect(within(sections).getByRole('list', { name: 'Key points' })).toHaveTextContent('16 barrelief valve')
    expect(within(sections).queryByText('1.1 Pressure')).toBeNull()
    const below = within(sections).getByRole('button', { name: 'Sections of “1 Limits”', expanded: false })
    await user.click(below)
    expect(within(sections).getByText('1.1 Pressure')).toBeVisible()
    expect(within(sections).getByText('extract')).toHaveTextContent('its most telling sentences stand here')
    expect(within(sections).getByText('outdated')).toBeVisible()
    expect(screen.getByText('3 of 4 sections · 2 of 5 long passages · 1 extract · 1 outdated · by qwen3:4b')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Key terms the model named' })).toHaveTextContent('NPSH')
    expect(screen.getByRole('button', { name: 'Go on' })).toBeVisible()
    expect(await violations()).toEqual([])
    await user.click(within(sections).getByRole('button', { name: 'Fold all' }))
    expect(within(sections).queryByText('1.1 Pressure')).toBeNull()
    await user.click(within(sections).getByRole('button', { name: '1 Limits, p. 2' }))
    expect(useUi.getState()).toMatchObject({ details: null, reader: { document: 1, page: 2 } })
  })

  it('that are complete offer nothing more', async () => {
    open('summaries', { document_summaries: () => ({ ...SUMMARIES, sections: [made(0), made(1)], missing: 0, passages: 5 }) })
    expect(await screen.findByText('About 0')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull()
  })

  it.each<[string, Partial<EnrichmentState>]>([
    ['Waiting for its turn', { running: false }],
    ['Resting while an answer is written', { paused: true }],
  ])('say “%s”', async (words, more) => {
    open('summaries', { document_summaries: () => NOTHING, enrichment_status: () => ({ jobs: [{ ...JOB, ...more }], pending_vectors: 0 }) })
    expect(await screen.findByRole('progressbar', { name: words })).toBeVisible()
  })

  it('that broke off say why, and begin again', async () => {
    const failed = { ...JOB, ended: true, running: false, error: { code: 'model_missing' as const, message: 'Ollama has no local model `x`' } }
    const { requests, user } = open('summaries', { document_summaries: () => NOTHING, enrichment_status: () => ({ jobs: [failed], pending_vectors: 0 }), document_enrich: () => null })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The model is not there')
    await user.click(await within(alert).findByRole('button', { name: 'Try again' }))
    expect(requests('document_enrich')).toEqual([{ id: 1, model: null }])
  })

  it('need a model, and say how to come to one', async () => {
    open('summaries', { document_summaries: () => NOTHING, ollama_status: () => ({ ...OLLAMA, models: [] }) })
    expect(await screen.findByText(/Ollama is running but has none yet/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Fetch' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Sum up this document' })).toBeNull()
  })

  it('need a document that is read', async () => {
    open('summaries', {}, { ...MANUAL, state: 'working' })
    expect(await screen.findByText('This is possible once the document is read.')).toBeVisible()
  })
})

it('work of a model is seen anywhere and leads to its document', async () => {
  const { user } = open('about', { documents_formatting: () => [RUN], enrichment_status: () => ({ jobs: [{ ...JOB, document: 2 }, { ...JOB, document: 3, running: false }], pending_vectors: 0 }) })
  useUi.setState({ details: null, view: { name: 'settings' } })
  await user.click(await screen.findByRole('button', { name: 'Making an outline: Pump manual, 25 %' }))
  expect(useUi.getState().details).toEqual({ document: 1, tab: 'outline' })
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Summing up 2 documents: Valve manual, 25 %' }))
  expect(useUi.getState().details).toEqual({ document: 2, tab: 'summaries' })
})
