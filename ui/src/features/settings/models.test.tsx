import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { backend, type OllamaStatus, type PullState, type Settings } from '@/backend'
import { modelNameOf } from '@/features/onboarding/ImportModel'
import { SETTINGS, type Table } from '@/lib/testing/fakeBackend'
import { show } from '@/lib/testing/render'
import { useUi } from '@/lib/ui'

import { SettingsView } from './SettingsView'

const OLLAMA: OllamaStatus = {
  host: '127.0.0.1:11434',
  running: true,
  installed: true,
  version: '1',
  models: [
    { name: 'qwen3:4b', size: 2_500_000_000, parameters: '4B', quantization: 'Q4_K_M' },
    { name: 'gemma3:4b', size: 3_300_000_000, parameters: null, quantization: null },
  ],
  problem: null,
}
const PULL: PullState = { model: 'mine', status: 'sending the file', completed: 1_000_000_000, total: 4_000_000_000, ended: false, error: null }

function open(table: Table = {}, settings: Partial<Settings> = {}) {
  let kept = { ...SETTINGS, ...settings }
  return show(<SettingsView />, {
    ollama_status: () => OLLAMA,
    settings_get: () => kept,
    settings_set: (next: Settings) => {
      kept = next
      return next
    },
    ...table,
  })
}

const models = async () => within(await screen.findByRole('group', { name: 'Models on this computer' }))

describe('the models', () => {
  it('are listed with their size, and one is chosen', async () => {
    const { requests, user } = open()
    const list = await models()
    expect(list.getByRole('radio', { name: 'qwen3:4b 4B · Q4_K_M · 2.5 GB' })).not.toBeChecked()
    expect(list.getByRole('radio', { name: 'First one found qwen3:4b' })).toBeChecked()
    await user.click(list.getByRole('radio', { name: 'gemma3:4b 3.3 GB' }))
    expect(requests('settings_set')).toEqual([{ ...SETTINGS, model: 'gemma3:4b' }])
    await waitFor(() => expect(list.getByRole('radio', { name: /^gemma3/ })).toBeChecked())
  })

  it('say when the chosen one is not there', async () => {
    open({}, { model: 'gone:1b' })
    expect((await models()).getByRole('radio', { name: 'gone:1b (not installed)' })).toBeChecked()
  })

  it('are deleted after a word only, and the chosen one gives way', async () => {
    let there = OLLAMA.models
    const { requests, user } = open({ ollama_status: () => ({ ...OLLAMA, models: there }), ollama_delete: () => {
          there = there.slice(1)
          return null
        } }, { model: 'qwen3:4b' })
    const list = await models()
    await user.click(list.getByRole('button', { name: 'Delete qwen3:4b' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete qwen3:4b?' })
    expect(dialog).toHaveTextContent('Frees 2.5 GB on this computer.')
    expect(dialog).toHaveTextContent('the first other model takes its place')
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(requests('ollama_delete')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(requests('ollama_delete')).toEqual([{ model: 'qwen3:4b' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests('settings_set')).toEqual([SETTINGS])
    await waitFor(() => expect(list.queryByRole('radio', { name: /^qwen3:4b 4B/ })).toBeNull())
  })

  it('that cannot be deleted stay, with the reason', async () => {
    const { requests, user } = open({ ollama_delete: () => Promise.reject({ code: 'ollama_absent', message: 'nothing answers at `127.0.0.1:11434`' }) })
    await user.click((await models()).getByRole('button', { name: 'Delete gemma3:4b' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Ollama does not answer')
    expect(screen.getByRole('dialog')).toBeVisible()
    expect(requests('settings_set')).toEqual([])
    expect(useUi.getState().notice).toBeNull()
  })
})

describe('a model file', () => {
  it('is chosen, named and imported, with progress and a way to stop', async () => {
    let state: PullState | null = null
    const { requests, user } = open({
      ollama_import: () => {
        state = PULL
        return null
      },
      ollama_pulling: () => state,
      ollama_pull_stop: () => null,
    })
    vi.spyOn(backend(), 'pickModelFile').mockResolvedValue('C:\\Models\\Mine 4B (new).gguf')
    await user.click(await screen.findByRole('button', { name: 'Import a model file…' }))
    const form = await screen.findByRole('form', { name: 'Import a model file' })
    expect(form).toHaveTextContent('Mine 4B (new).gguf')
    const name = within(form).getByRole('textbox', { name: 'Name of the model' })
    expect(name).toHaveValue('mine-4b-new')
    await user.clear(name)
    await user.type(name, 'mine{Enter}')
    expect(requests('ollama_import')).toEqual([{ path: 'C:\\Models\\Mine 4B (new).gguf', model: 'mine' }])
    expect(await screen.findByRole('progressbar', { name: 'Adding mine' })).toHaveAttribute('aria-valuenow', '25')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(requests('ollama_pull_stop')).toEqual([null])
  })

  it('under a name that is none is refused in place', async () => {
    const { user } = open({ ollama_import: () => Promise.reject({ code: 'invalid_input', message: '`a b` is no name for a model', hint: 'use letters' }) })
    vi.spyOn(backend(), 'pickModelFile').mockResolvedValue('/m/x.gguf')
    await user.click(await screen.findByRole('button', { name: 'Import a model file…' }))
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    expect(await screen.findByText('Use letters.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('form', { name: 'Import a model file' })).toBeNull()
  })

  it('that was not chosen changes nothing', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Import a model file…' }))
    expect(screen.queryByRole('form', { name: 'Import a model file' })).toBeNull()
  })

  it('that is no model says so, and a finished one says so', async () => {
    let state: PullState = { ...PULL, ended: true, error: { code: 'invalid_input', message: '`/m/x.txt` is no GGUF file', hint: 'choose a model file that ends in `.gguf`' } }
    open({ ollama_pulling: () => state })
    expect(await screen.findByText(/is no GGUF file/)).toBeVisible()
    state = { ...PULL, ended: true }
    open({ ollama_pulling: () => state })
    expect(await screen.findByText('mine has been added.')).toBeVisible()
  })

  it('gives its name to the model', () => {
    expect(['/m/Qwen3-4B-Q4_K_M.gguf', 'C:\\m\\模型 7B.GGUF', '/m/.hidden.gguf'].map(modelNameOf)).toEqual(['qwen3-4b-q4_k_m', '7b', 'hidden'])
  })
})

it('summaries are made unasked only when wanted', async () => {
  const { requests, user } = open()
  expect(await screen.findByText(/^Only for documents that you choose/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'When idle' }))
  expect(requests('settings_set')).toEqual([{ ...SETTINGS, enrich: 'when_idle' }])
  expect(await screen.findByText(/^A model sums up one document after another/)).toBeVisible()
})
