import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { backend, type OllamaStatus, type Settings } from '@/backend'
import { OllamaCard } from '@/features/onboarding/OllamaCard'
import { SETTINGS } from '@/lib/testing/fakeBackend'
import { show } from '@/lib/testing/render'

import { isLocal } from './About'
import { presetOf, PRESETS } from './presets'
import { SettingsView } from './SettingsView'

const OLLAMA: OllamaStatus = { host: '127.0.0.1:11434', running: false, installed: false, version: null, models: [], problem: null }
const MODEL = { name: 'qwen3:4b', size: 2_500_000_000, parameters: '4B', quantization: 'Q4_K_M' }

describe('Ollama', () => {
  it('that is absent can be got, and nothing else is offered', async () => {
    const { user } = show(<OllamaCard />, { ollama_status: () => OLLAMA })
    const open = vi.spyOn(backend(), 'openOllamaPage')
    await user.click(await screen.findByRole('button', { name: 'Get Ollama…' }))
    expect(open).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Start Ollama' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Fetch' })).toBeNull()
  })

  it('that is installed can be started', async () => {
    const { requests, user } = show(<OllamaCard />, { ollama_status: () => ({ ...OLLAMA, installed: true }), ollama_start: () => ({ ...OLLAMA, installed: true, running: true }) })
    await user.click(await screen.findByRole('button', { name: 'Start Ollama' }))
    expect(requests('ollama_start')).toEqual([null])
  })

  it('without a model fetches one, with progress and a way to stop', async () => {
    let state: unknown = null
    const { requests, user } = show(<OllamaCard />, {
      ollama_status: () => ({ ...OLLAMA, installed: true, running: true }),
      ollama_pull: () => {
        state = { model: 'qwen3:4b', status: 'pulling', completed: 1_000_000_000, total: 2_500_000_000, ended: false, error: null }
        return null
      },
      ollama_pulling: () => state,
      ollama_pull_stop: () => null,
    })
    await user.click(await screen.findByRole('button', { name: 'Fetch' }))
    expect(requests('ollama_pull')).toEqual([{ model: 'qwen3:4b' }])
    expect(await screen.findByRole('progressbar', { name: 'Adding qwen3:4b' })).toHaveAttribute('aria-valuenow', '40')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(requests('ollama_pull_stop')).toEqual([null])
  })

  it('with models lets one be chosen', async () => {
    const { requests, user } = show(<OllamaCard />, { ollama_status: () => ({ ...OLLAMA, installed: true, running: true, models: [MODEL] }), settings_set: (next: Settings) => next })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Model' }), 'qwen3:4b')
    expect(requests('settings_set')).toEqual([{ ...SETTINGS, model: 'qwen3:4b' }])
  })
})

describe('the settings', () => {
  it('set a preset of weights', async () => {
    const { requests, user } = show(<SettingsView />, { settings_set: (next: Settings) => next })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Preset' }), 'Words first')
    expect(requests('settings_set')).toEqual([{ ...SETTINGS, alpha: 0.2, beta: null }])
  })

  it('say what connects to where, and warn of another computer', async () => {
    show(<SettingsView />, { ollama_status: () => ({ ...OLLAMA, host: '192.168.1.5:11434' }) })
    const table = await screen.findByRole('table', { name: 'What connects to where' })
    expect(within(table).getAllByText('nothing')).toHaveLength(3)
    expect(await within(table).findByText(/^another computer \(192\.168\.1\.5:11434\)/)).toBeVisible()
  })

  it('show a report before it is saved, and licences', async () => {
    const { saved, user } = show(<SettingsView />, { diagnostics: () => 'documents: 3', licences: () => [{ name: 'pdfium', text: 'BSD terms' }] })
    await user.click(await screen.findByRole('button', { name: 'Make a report…' }))
    expect(await screen.findByText('documents: 3')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save…' }))
    expect(saved).toEqual([{ name: 'waymark-diagnostics.txt', text: 'documents: 3' }])
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await user.click(screen.getByRole('button', { name: 'Show…' }))
    expect(await screen.findByText('BSD terms')).toBeVisible()
  })
})

it('presets are told from weights of one’s own', () => {
  expect(presetOf(PRESETS.names)).toBe('names')
  expect(presetOf({ alpha: Math.fround(0.2), beta: null })).toBe('words')
  expect(presetOf({ alpha: 0.33, beta: null })).toBe('own')
})

it('knows the addresses of this computer', () => {
  expect(['127.0.0.1:11434', 'http://localhost:11434/', '[::1]:11434'].map(isLocal)).toEqual([true, true, true])
  expect(['192.168.1.5:11434', 'https://127.example.org'].map(isLocal)).toEqual([false, false])
})
