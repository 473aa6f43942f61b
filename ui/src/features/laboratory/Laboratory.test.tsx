import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import type { RunReport, SavedQuestion } from '@/backend'
import { detail, row, type Table } from '@/lib/testing/fakeBackend'
import { openApp } from '@/lib/testing/open'
import { citation, conversationOf, turn } from '@/lib/testing/turns'
import { useUi } from '@/lib/ui'

const SAVED: SavedQuestion[] = [
  { qid: 'own_001', question: 'How much pressure?', pages: [{ file: 'pump', page: 5 }] },
  { qid: 'own_002', question: 'Which valve?', pages: [{ file: 'gone', page: null }] },
]
const DOCUMENTS = [row(1, { title: 'Pump manual', file_name: 'pump.pdf', pages: 12 }), row(2, { title: 'Valve manual', file_name: 'valve.pdf', pages: 8 })]

function report(time_ms: number, rank: number): RunReport {
  const figures = [{ name: 'T@1', value: rank === 1 ? 1 : 0 }, { name: 'R@5', value: 1 }, { name: 'MRR@10', value: 1 / rank }]
  const first = rank === 1 ? [{ file: 'pump', page: 5 }] : [{ file: 'valve', page: 2 }, { file: 'pump', page: 5 }]
  return {
    run: { time_ms, version: '0.1.0', questions: 1, figures, latency_ms: 40 },
    questions: [{ qid: 'own_001', question: 'How much pressure?', figures: [{ name: 'AMR', value: rank }, { name: 'FAIL', value: 0 }], first, latency_ms: 40 }],
    missing: ['own_002'],
  }
}

function open(table: Table = {}) {
  const runs: RunReport['run'][] = []
  return openApp({
    documents_list: () => DOCUMENTS,
    questions_list: () => SAVED,
    question_runs: () => [...runs],
    questions_run: () => {
      const made = report(1000 + runs.length, runs.length === 0 ? 2 : 1)
      runs.push(made.run)
      return made
    },
    document_detail: () => detail(row(1)),
    ...table,
  })
}

beforeEach(() => {
  useUi.setState({ view: { name: 'laboratory' } })
  localStorage.removeItem('waymark.laboratory')
})

describe('the laboratory', () => {
  it('runs the questions, shows where pages were found, and compares with the run before', async () => {
    const { user } = open()
    const table = await screen.findByRole('table', { name: 'Questions' })
    expect(within(table).getAllByText('not run yet')).toHaveLength(2)
    const again = screen.getByRole('button', { name: 'Run 2 questions' })
    await user.click(again)
    expect(await within(table).findByText('rank 2')).toBeVisible()
    expect(within(table).getByText('its document is gone')).toBeVisible()
    expect(within(table).getByText('Valve manual')).toBeVisible()
    await user.click(again)
    expect(await within(table).findByText('rank 1')).toBeVisible()
    expect(within(table).getByText('up; was rank 2')).toBeVisible()
    expect(await screen.findByText('+100 points')).toBeVisible()
    expect(screen.getByRole('img', { name: /Figures of 2 runs\. Document first: from 0 % to 100 %\./ })).toBeInTheDocument()
  })

  it('has the table of the last run after a restart', async () => {
    localStorage.setItem('waymark.laboratory', JSON.stringify({ folder: '/library', reports: [report(9, 1)] }))
    open()
    expect(await screen.findByText('rank 1')).toBeVisible()
  })

  it('shows the runs as a table, too', async () => {
    const { user } = open({ question_runs: () => [report(1, 2).run, report(2, 1).run] })
    await user.click(await screen.findByText('As a table'))
    const table = screen.getByRole('table', { name: 'Over time' })
    expect(within(table).getAllByRole('row').map((line) => within(line).queryAllByRole('cell').slice(2).map((cell) => cell.textContent))).toEqual([[], ['100 %', '100 %', '100 %'], ['0 %', '100 %', '50 %']])
  })

  it('says in place why a run failed, and that there is nothing yet', async () => {
    const { user } = open({ questions_run: () => Promise.reject({ code: 'library_busy', message: 'the library is being read' }) })
    await user.click(await screen.findByRole('button', { name: 'Run 2 questions' }))
    expect(await screen.findByText('The library is being read.')).toBeVisible()
    expect(useUi.getState().notice).toBeNull()
  })

  it('offers a beginning while it is empty', async () => {
    const { user } = open({ questions_list: () => [] })
    expect(await screen.findByRole('heading', { name: 'Keep questions whose answers you know' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add a question…' }))
    expect(screen.getByRole('dialog', { name: 'Save a test question' })).toBeVisible()
  })

  it('opens a page that was found, asks a question, and forgets one after a word', async () => {
    localStorage.setItem('waymark.laboratory', JSON.stringify({ folder: '/library', reports: [report(9, 1)] }))
    const { requests, user } = open({ question_forget: () => null })
    await user.click(await screen.findByRole('button', { name: /As expected/ }))
    expect(useUi.getState().reader).toMatchObject({ document: 1, page: 5 })
    await user.click(screen.getByRole('button', { name: 'More for “Which valve?”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Forget…' }))
    expect(requests('question_forget')).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Forget' }))
    expect(requests('question_forget')).toEqual([{ qid: 'own_002' }])
    await user.click(screen.getByRole('button', { name: 'More for “How much pressure?”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ask it' }))
    expect(await screen.findByRole('textbox', { name: 'Ask a question' })).toHaveValue('How much pressure?')
  })
})

describe('a question', () => {
  const TURN = turn({ citations: [5, 9].map((page, index) => citation(index + 1, page, { segment: page, document: index + 1 })) })

  it('is saved from an answer with the page that the answer cites', async () => {
    useUi.setState({ view: { name: 'chat', conversation: 7 } })
    const { requests, user } = open({ ...conversationOf([TURN]), question_save: () => SAVED[0] })
    await user.click(await screen.findByRole('button', { name: 'Save as a test question…' }))
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByRole('textbox', { name: 'Question' })).toHaveValue('How much pressure?')
    expect(within(dialog).getByRole('spinbutton', { name: 'Page' })).toHaveValue(5)
    await user.click(within(dialog).getByRole('button', { name: 'Valve manual p. 9' }))
    expect(within(dialog).getByRole('spinbutton', { name: 'Page' })).toHaveValue(9)
    await user.click(within(dialog).getByRole('button', { name: 'Pump manual p. 5' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests('question_save')).toEqual([{ question: 'How much pressure?', document: 1, page: 5 }]))
    expect(await screen.findByText('Question saved')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go to the laboratory' }))
    expect(useUi.getState().view).toEqual({ name: 'laboratory' })
  })

  it('that is refused stays in its dialog with the reason', async () => {
    const { user } = open({ question_save: () => Promise.reject({ code: 'invalid_input', message: '`pump.pdf` has no page `99`' }) })
    useUi.getState().setSaving({ question: 'How much?', places: [{ document: 1, page: 5 }] })
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/has no page/)).toBeVisible()
    expect(screen.getByRole('dialog')).toBeVisible()
  })
})
