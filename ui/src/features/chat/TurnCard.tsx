import { Copy, FlaskConical, Info, Pencil, RotateCcw, ScanSearch, SearchX, TriangleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

import type { PromptMeter } from '@/backend'

import { Button } from '@/components/Button'
import { CopyButton } from '@/components/CopyButton'
import { ErrorNote } from '@/components/ErrorNote'
import { IconButton } from '@/components/IconButton'
import { Said } from '@/components/Said'
import { Tip } from '@/components/Tip'
import { duration, integer } from '@/lib/format'
import { SCHEME_WORDS } from '@/lib/scheme'
import { useUi } from '@/lib/ui'

import { AnswerText } from './AnswerText'
import { usePageName } from './CitationChip'
import { FigureCards } from './FigureCards'
import { sentencesToText } from './markdown'
import { strength } from './strength'
import { citedSources, furtherSources, placesOf, type TurnView } from './turn'

function Searching({ text }: { text: string }) {
  return (
    <div className="space-y-2" aria-hidden>
      <p className="text-sm text-ink-3">{text}</p>
      <div className="skeleton h-3.5 w-11/12" />
      <div className="skeleton h-3.5 w-4/5" />
      <div className="skeleton h-3.5 w-3/5" />
    </div>
  )
}

/** What a model is busy with before it writes. */
function stepWords(t: TFunction, turn: TurnView): string {
  if (!turn.step) return t(turn.phase === 'searching' ? 'answer.searching' : 'answer.reading', { count: turn.hits.length })
  const { step, done, of } = turn.step
  const words = t(`answer.steps.${step}`)
  return of > 1 ? t('answer.stepOf', { step: words, done: Math.min(done + 1, of), of }) : words
}

/** How full the model's context was, and what of it went to what. */
function ContextMeter({ meter }: { meter: PromptMeter }) {
  const { t, i18n } = useTranslation()
  const number = (tokens: number) => integer(tokens, i18n.language)
  const used = meter.likely ?? meter.instructions + meter.history + meter.passages
  const words = t('answer.meter', { used: number(used), room: number(meter.context), given: meter.given, dropped: meter.dropped, reserved: number(meter.reserved) })
  return (
    <Tip text={words}>
      <span role="img" aria-label={words} className="inline-block h-1.5 w-12 shrink-0 overflow-hidden rounded-full bg-line align-middle">
        <span className={`block h-full ${meter.dropped > 0 ? 'bg-warn' : 'bg-accent'}`} style={{ width: `${Math.min(100, (100 * used) / Math.max(1, meter.context))}%` }} />
      </span>
    </Tip>
  )
}

/** How the answer came about: mode, model, time, tokens. */
function Facts({ turn }: { turn: TurnView }) {
  const { t, i18n } = useTranslation()
  const parts = [turn.model ?? t('answer.quotations')]
  if (turn.scheme && turn.scheme !== 'rb') parts.push(t(`schemes.${SCHEME_WORDS[turn.scheme]}`))
  if (turn.searchMs !== null) parts.push(t('answer.searchTime', { time: duration(turn.searchMs) }))
  if (turn.totalMs > 0) parts.push(t('answer.totalTime', { time: duration(turn.totalMs) }))
  if (turn.tokens?.prompt) parts.push(t('answer.tokens', { prompt: integer(turn.tokens.prompt, i18n.language), answer: integer(turn.tokens.answer ?? 0, i18n.language) }))
  return (
    <>
      <span className="truncate text-sm text-ink-3 tabular">{parts.join(' · ')}</span>
      {turn.meter && <ContextMeter meter={turn.meter} />}
    </>
  )
}

/** The answer with its marks and the list of what they mean. */
function withSources(turn: TurnView, pageName: ReturnType<typeof usePageName>): string {
  const list = turn.citations.map((citation) => `[${citation.number}] ${[...citation.section_path, pageName(citation.locators)].join(' › ')}`)
  return [sentencesToText(turn.sentences), '', ...list, ''].join('\n')
}

/** What is to be thought of an answer that the documents do not carry, or carry loosely. */
function Standing({ turn, standing }: { turn: TurnView; standing: 'absent' | 'weak' }) {
  const { t } = useTranslation()
  const words = standing === 'absent' ? 'notFound' : turn.found ? 'loose' : 'weak'
  const Icon = standing === 'absent' ? SearchX : Info
  return (
    <div className={`flex gap-2.5 rounded-lg px-3 py-2.5 ${standing === 'absent' ? 'bg-side' : 'bg-warn-soft'}`}>
      <Icon size={16} className={`mt-0.5 shrink-0 ${standing === 'absent' ? 'text-ink-3' : 'text-warn'}`} aria-hidden />
      <div>
        <p className="font-medium">{t(`answer.${words}`)}</p>
        <p className="text-ink-2">{t(`answer.${words}Why`)}</p>
      </div>
    </div>
  )
}

function Warnings({ warnings }: { warnings: string[] }) {
  return (
    <ul className="space-y-1">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2 text-sm text-warn">
          <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden />
          <span>
            <Said text={warning} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Footer({ turn, onAgain }: { turn: TurnView; onAgain: () => void }) {
  const { t } = useTranslation()
  const showSources = useUi((ui) => ui.showSources)
  const setDraft = useUi((ui) => ui.setDraft)
  const inspect = useUi((ui) => ui.inspect)
  const setSaving = useUi((ui) => ui.setSaving)
  const pageName = usePageName()
  const count = citedSources(turn).length || furtherSources(turn).length
  return (
    <footer className="flex items-center gap-1">
      {count > 0 && (
        <Button kind="quiet" className="-ml-2.5" onClick={() => showSources(turn.key)}>
          {t('source.count', { count })}
        </Button>
      )}
      <Facts turn={turn} />
      <span className="ml-auto" />
      <IconButton icon={ScanSearch} label={t('inspect.open')} size={14} onClick={() => inspect(turn.key)} />
      <IconButton icon={FlaskConical} label={t('laboratory.saveTitle')} size={14} onClick={() => setSaving({ question: turn.query ?? turn.question, places: placesOf(turn) })} />
      <IconButton icon={Pencil} label={t('answer.edit')} size={14} onClick={() => setDraft(turn.question)} />
      {turn.sentences.length > 0 && <CopyButton icon={Copy} label={t('answer.copy')} text={() => withSources(turn, pageName)} />}
      {!turn.error && <IconButton icon={RotateCcw} label={t('answer.again')} size={14} onClick={onAgain} />}
    </footer>
  )
}

export function TurnCard({ turn, onAgain }: { turn: TurnView; onAgain: () => void }) {
  const { t } = useTranslation()
  const done = turn.phase === 'done'
  const standing = done && !turn.error && !turn.stopped ? strength(turn) : 'firm'
  const unanswered = turn.found && !turn.error && turn.sentences.length === 0
  const waiting = turn.phase === 'searching' || (turn.phase === 'writing' && turn.draft === '')
  return (
    <article aria-label={turn.question} data-turn={turn.key} className="space-y-3 py-6 first:pt-2">
      <h2 className="selectable text-lg font-semibold break-words whitespace-pre-wrap">{turn.question}</h2>
      {turn.query !== null && <p className="text-sm text-ink-3">{t('answer.searchedAs', { query: turn.query })}</p>}
      {waiting && <Searching text={stepWords(t, turn)} />}
      {standing !== 'firm' && <Standing turn={turn} standing={standing} />}
      {!waiting && <AnswerText turn={turn} />}
      {done && <FigureCards turn={turn} />}
      {done && unanswered && <p className="text-sm text-ink-3">{t('answer.none')}</p>}
      {done && turn.stopped && !unanswered && <p className="text-sm text-ink-3">{t('answer.stopped')}</p>}
      {turn.warnings.length > 0 && <Warnings warnings={turn.warnings} />}
      {turn.error && <ErrorNote error={turn.error} onRetry={onAgain} />}
      {done && <Footer turn={turn} onAgain={onAgain} />}
    </article>
  )
}
