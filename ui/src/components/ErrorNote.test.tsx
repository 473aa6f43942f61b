import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'

import { show } from '@/lib/testing/render'

import { ErrorNote } from './ErrorNote'

afterEach(() => i18next.changeLanguage('en'))

describe('an error', () => {
  it('is told in Chinese, with what the engine said one click away', async () => {
    await i18next.changeLanguage('zh-CN')
    const { user } = show(<ErrorNote error={{ code: 'ollama_absent', message: 'Ollama does not answer at `127.0.0.1:11434`' }} />)
    expect(screen.getByRole('alert')).toHaveTextContent('Ollama 在 127.0.0.1:11434 没有响应')
    const original = screen.getByText(/^Ollama does not answer/)
    expect(original).not.toBeVisible()
    await user.click(screen.getByText('程序原文'))
    expect(original).toBeVisible()
  })
  it('has no second wording in English', () => {
    show(<ErrorNote error={{ code: 'disk_full', message: 'the disk is full' }} />)
    expect(screen.getByRole('alert')).toHaveTextContent('The disk is full.')
    expect(screen.queryByText('In the engine’s words')).toBeNull()
  })
})
