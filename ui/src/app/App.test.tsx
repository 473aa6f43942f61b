import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { installBackend, row, SETTINGS, STATUS } from '@/lib/testing/fakeBackend'
import { renderWithQueries } from '@/lib/testing/render'

import { App } from './App'


function open() {
  renderWithQueries(<App />)
  return userEvent.setup()
}

describe('the window', () => {
  it('begins with what Waymark is and adds the samples', async () => {
    const { calls } = installBackend({ samples_add: () => ({ added: [1, 2], known: [], rejected: [] }) })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Add samples' }))
    expect(calls.some((call) => call.name === 'samples_add')).toBe(true)
    expect(await screen.findByText('2 documents added')).toBeVisible()
  })

  it('says what could not be added', async () => {
    installBackend({ samples_add: () => ({ added: [], known: [], rejected: [{ path: '/x/letter.pdf', code: 'unreadable', reason: 'no PDF: begins with `Dear`' }] }) })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Add samples' }))
    expect(await screen.findByText('letter.pdf')).toBeVisible()
    expect(screen.getByText('Dear')).toBeVisible()
  })

  it('sends with Enter, breaks lines with Shift+Enter, and stops', async () => {
    const { asked } = installBackend({ documents_list: () => [row(1)] })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'New question' }))
    const box = screen.getByRole('textbox', { name: 'Ask a question' })
    await user.type(box, 'First{Shift>}{Enter}{/Shift}second{Enter}')
    expect(asked[0]?.request.question).toBe('First\nsecond')
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(asked[0]?.stopped).toBe(true)
  })

  it('does not send an empty question', async () => {
    const { asked } = installBackend({ documents_list: () => [row(1)] })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'New question' }))
    await user.type(screen.getByRole('textbox', { name: 'Ask a question' }), '   {Enter}')
    expect(asked).toHaveLength(0)
  })

  it('names citations by document, section and page, and marks what nothing supports', async () => {
    const fake = installBackend({ documents_list: () => [row(1)], conversation_get: () => ({ row: { id: 7, title: 'Q', updated_ms: 0, turns: 0 }, turns: [] }) })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'New question' }))
    await user.type(screen.getByRole('textbox', { name: 'Ask a question' }), 'Q{Enter}')
    fake.asked[0]?.push({ event: 'sources', hits: [], query: null, mode: 'model', model: 'm' })
    fake.asked[0]?.push({
      event: 'done',
      sentences: [
        { text: 'Sales rose.', citations: [1], support: 'supported' },
        { text: 'By 900 %.', citations: [], support: 'unsupported' },
      ],
      citations: [
        { number: 1, segment: 4, document: 1, title: 'Report', file_name: 'r.pdf', section_path: ['Report', 'Item 8'], text: 'Sales rose.', quote: null, locators: [{ page: 59, label: '58', rects: [], char_start: 0, char_end: 1 }] },
      ],
      found: true,
      stopped: false,
      warnings: ['context cut to `4096` tokens'],
      search_ms: 1,
      total_ms: 2,
      prompt_tokens: null,
      answer_tokens: null, scheme: null, meter: null,
    })
    expect(await screen.findByRole('button', { name: 'Source 1: Report › Item 8, p. 60 (printed 58)' })).toBeVisible()
    expect(screen.getByText('not supported')).toBeVisible()
    expect(screen.getByText('4096')).toBeVisible()
  })

  it('says so when the library does not hold the answer', async () => {
    const fake = installBackend({ documents_list: () => [row(1)], conversation_get: () => ({ row: { id: 7, title: 'Q', updated_ms: 0, turns: 0 }, turns: [] }) })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'New question' }))
    await user.type(screen.getByRole('textbox', { name: 'Ask a question' }), 'Q{Enter}')
    fake.asked[0]?.push({ event: 'done', sentences: [], citations: [], found: false, stopped: false, warnings: [], search_ms: 1, total_ms: 2, prompt_tokens: null, answer_tokens: null, scheme: null, meter: null })
    expect(await screen.findByText('Not in your documents', { selector: 'p' })).toBeVisible()
  })

  it('shows a refusal with what to do', async () => {
    installBackend({
      documents_list: () => Promise.reject({ code: 'library_busy', message: 'the library `/l` is open elsewhere' }),
    })
    open()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The library is in use')
    expect(alert).toHaveTextContent('Close the other Waymark')
  })

  it('shows what is missing', async () => {
    installBackend({ library_status: () => ({ ...STATUS, problems: ['model `m.onnx` is missing'] }) })
    open()
    expect(await screen.findByText('m.onnx')).toBeVisible()
  })

  it('changes theme and language through the settings', async () => {
    let settings = SETTINGS
    installBackend({ settings_get: () => settings, settings_set: (next: typeof SETTINGS) => (settings = next) })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Settings' }))
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'zh-CN')
    expect(await screen.findByRole('heading', { name: '设置' })).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: '语言' }), 'en')
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
  })
})
