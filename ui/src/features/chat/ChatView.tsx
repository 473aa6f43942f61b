import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { integer } from '@/lib/format'
import { useRead } from '@/lib/queries'
import { useScope } from '@/lib/scope'
import { useUi } from '@/lib/ui'

import { Announcer } from './Announcer'
import { ChatHeader } from './ChatHeader'
import { FollowUps } from './FollowUps'
import { Openers } from './Openers'
import { dismiss, dropUnfiled, startAsking } from './live'
import { QuestionBox } from './QuestionBox'
import { TurnCard } from './TurnCard'
import { useTurns } from './useTurns'

function Opening() {
  const { t, i18n } = useTranslation()
  const status = useRead('library_status', null).data
  const go = useUi((ui) => ui.go)
  if (!status) return null
  const empty = status.documents === 0
  return (
    <div className="flex flex-col items-center gap-2 pb-6 text-center">
      <h1 className="text-xl font-semibold text-balance">{t('ask.opening')}</h1>
      <p className="max-w-md text-ink-2 text-balance">
        {empty ? t('ask.noDocuments') : t('ask.openingWhy', {
              documents: t('amount.documents', { count: status.documents, number: integer(status.documents, i18n.language) }),
              pages: t('amount.pages', { count: status.pages, number: integer(status.pages, i18n.language) }),
            })}
      </p>
      {empty && (
        <Button className="mt-2" onClick={() => go({ name: 'library' })}>
          {t('ask.toLibrary')}
        </Button>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div className="space-y-3 pt-8" aria-hidden>
      <div className="skeleton h-5 w-2/3" />
      <div className="skeleton h-3.5 w-full" />
      <div className="skeleton h-3.5 w-5/6" />
      <div className="skeleton h-3.5 w-3/5" />
    </div>
  )
}

/** Shows an answer as it grows, until its question has come to the top of the view or the reader has scrolled elsewhere. */
function useFollowEnd(signal: unknown, questions: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  useEffect(() => {
    following.current = true
  }, [questions])
  useLayoutEffect(() => {
    const element = scroller.current
    const newest = element?.querySelector<HTMLElement>('article:last-of-type')
    if (element && newest && following.current) element.scrollTop = newest.offsetTop - 12
  }, [signal, questions])
  const onScroll = () => {
    const element = scroller.current
    const newest = element?.querySelector<HTMLElement>('article:last-of-type')
    if (!element || !newest) return
    const end = element.scrollHeight - element.clientHeight
    following.current = Math.abs(Math.min(end, newest.offsetTop - 12) - element.scrollTop) < 40
  }
  return { scroller, onScroll }
}

/** Brings a turn that was found by its words into sight. */
function useBeginAt(scroller: RefObject<HTMLElement | null>, turn: number | undefined, there: boolean) {
  useEffect(() => {
    if (turn === undefined || !there) return
    scroller.current?.querySelector(`[data-turn="turn-${turn}"]`)?.scrollIntoView({ block: 'start' })
  }, [scroller, turn, there])
}

export function ChatView({ conversation, beginAt }: { conversation: number | null; beginAt?: number | undefined }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { turns, live, title, lastFiled, loading, error, retry } = useTurns(conversation)
  const { documents: scope } = useScope()
  const settings = useRead('settings_get', null).data
  const ollama = useRead('ollama_status', null, { refetchOnWindowFocus: 'always' }).data
  const running = live.find((candidate) => candidate.turn.phase !== 'done')
  const { scroller, onScroll } = useFollowEnd(turns, turns.length)

  useEffect(() => dropUnfiled, [conversation])

  const ask = (question: string) =>
    startAsking(client, { question, conversation, scope, mode: settings?.mode ?? 'auto', model: settings?.model ? settings.model : null }, lastFiled)
  const again = (key: string, question: string) => {
    dismiss(key)
    ask(question)
  }
  const last = turns.at(-1)
  const asked = useMemo(() => turns.map((turn) => turn.question), [turns])
  useBeginAt(scroller, beginAt, turns.length > 0)
  const opening = !loading && !error && turns.length === 0
  const model = settings?.model || ollama?.models[0]?.name
  const withModel = settings?.mode !== 'extractive' && ollama?.running === true && model !== undefined
  return (
    <section aria-label={t('ask.region')} className={`flex min-h-0 flex-1 flex-col ${opening ? 'justify-center pb-[12vh]' : ''}`}>
      {turns.length > 0 && <ChatHeader title={title ?? turns[0]?.question ?? ''} turns={turns} />}
      <div ref={scroller} onScroll={onScroll} className={`relative min-h-0 overflow-y-auto ${opening ? '' : 'flex-1'}`}>
        <div className="mx-auto w-full max-w-[720px] px-6">
          {loading && <Loading />}
          {error && <ErrorNote error={error} className="mt-8" onRetry={() => void retry()} />}
          {opening && <Opening />}
          <div className={opening ? '' : 'divide-y divide-line pt-4 pb-6'}>
            {turns.map((turn) => (
              <TurnCard key={turn.key} turn={turn} onAgain={() => again(turn.key, turn.question)} />
            ))}
          </div>
          {last && !running && <FollowUps turn={last} asked={asked} onAsk={ask} />}
        </div>
      </div>
      <div className="mx-auto w-full max-w-[720px] px-6 pb-4">
        <QuestionBox
          key={conversation ?? 'new'}
          busy={running !== undefined}
          mode={withModel ? t('ask.withModel', { model }) : t('ask.withoutModel')}
          onAsk={ask}
          onStop={() => running?.stop()}
        />
        {opening && <Openers onAsk={ask} />}
      </div>
      <Announcer turn={turns.at(-1)} />
    </section>
  )
}
