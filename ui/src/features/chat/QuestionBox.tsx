import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Tip } from '@/components/Tip'
import { isComposing } from '@/lib/keys'
import { useRead } from '@/lib/queries'
import { useScope } from '@/lib/scope'
import { useUi } from '@/lib/ui'

import { ScopeChips } from './ScopeChips'

/** Longer questions are refused by the engine; the box says so before they are sent. */
export const LONGEST_QUESTION = 10_000

interface Props {
  busy: boolean
  mode: string
  onAsk(question: string): void
  onStop(): void
}

export function QuestionBox({ busy, mode, onAsk, onStop }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const question = text.trim()
  const tooLong = question.length > LONGEST_QUESTION
  const { nothing } = useScope()
  const none = useRead('documents_list', null).data?.length === 0
  const ready = question !== '' && !busy && !tooLong && !nothing && !none

  useEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = '0'
    element.style.height = `${Math.min(element.scrollHeight, 200)}px`
  }, [text])

  const draft = useUi((ui) => ui.draft)
  const setDraft = useUi((ui) => ui.setDraft)
  useEffect(() => {
    if (draft === null) return
    setText(draft)
    setDraft(null)
    area.current?.focus()
  }, [draft, setDraft])

  const send = () => {
    if (!ready) return
    onAsk(question)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of Chinese characters; it must not send then.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    send()
  }
  return (
    <div className="rounded-xl border border-line-strong bg-raised shadow-[0_1px_3px_rgb(0_0_0/6%)] focus-within:border-accent">
      <ScopeChips />
      <textarea
        ref={area}
        rows={1}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label={t('ask.label')}
        aria-invalid={tooLong}
        placeholder={t('ask.placeholder')}
        className="block w-full resize-none bg-transparent px-3.5 pt-2 text-md outline-none placeholder:text-ink-3 focus-visible:outline-none"
      />
      <div className="flex items-center gap-2 px-3.5 pt-1 pb-2">
        <span className={`min-w-0 flex-1 truncate text-sm ${tooLong || nothing ? 'text-danger' : 'text-ink-3'}`}>{tooLong ? t('ask.tooLong', { most: LONGEST_QUESTION }) : nothing ? t('scope.nothing') : none ? t('ask.noDocuments') : mode}</span>
        <Tip text={busy ? t('ask.stop') : t('ask.sendHint')} side="top">
          <button
            type="button"
            aria-label={t(busy ? 'ask.stop' : 'ask.send')}
            disabled={!busy && !ready}
            onClick={busy ? onStop : send}
            className="flex size-7 items-center justify-center rounded-full bg-accent text-accent-ink transition-colors disabled:bg-well disabled:text-ink-3"
          >
            {busy ? <Square size={11} fill="currentColor" aria-hidden /> : <ArrowUp size={16} strokeWidth={2.25} aria-hidden />}
          </button>
        </Tip>
      </div>
    </div>
  )
}
