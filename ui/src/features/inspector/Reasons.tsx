import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { Hit } from '@/backend'

import type { Fate } from './HitStory'
import { Swatch, ValueBar } from './ScoreBar'
import { notesOf, strengthOf, type Feature, type Note, type Part, type PartName } from './story'
import { Chips, placeWords } from './Understanding'

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-2.5 first:mt-0">
      <h4 className="mb-1 text-sm text-ink-3">{title}</h4>
      {children}
    </section>
  )
}

function Route({ name, value, raw, share, expert }: { name: PartName; value: number | null; raw: number | null; share: number; expert: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={`grid items-center gap-2 ${expert ? 'grid-cols-[92px_minmax(40px,1fr)_136px]' : 'grid-cols-[92px_minmax(40px,1fr)_minmax(88px,auto)]'}`}>
      <dt className="flex items-center gap-1.5 truncate">
        <Swatch name={name} />
        <span className="truncate">{t(`score.${name}`)}</span>
      </dt>
      <dd>
        <ValueBar name={name} value={value} />
      </dd>
      <dd className="text-right text-ink-2 tabular">
        {expert ? [value === null ? '–' : value.toFixed(2), raw === null ? null : `(${raw.toFixed(2)})`, `→ ${share.toFixed(2)}`].filter((part) => part !== null).join(' ') : t(`inspect.strength.${strengthOf(value)}`)}
      </dd>
    </div>
  )
}

/** What a closer reading of the passage found, for and against it. */
function Features({ features, expert }: { features: Feature[]; expert: boolean }) {
  const { t } = useTranslation()
  return (
    <ul className="space-y-0.5">
      {features.map(({ name, share }) => (
        <li key={name} className="flex items-baseline gap-2">
          <span aria-hidden className={`w-3 shrink-0 text-center font-semibold ${share < 0 ? 'text-danger' : 'text-accent'}`}>
            {share < 0 ? '−' : '+'}
          </span>
          <span className="min-w-0 flex-1">
            <span className="sr-only">{t(share < 0 ? 'inspect.against' : 'inspect.for')} </span>
            {t(`inspect.feature.${name}`)}
          </span>
          {expert && <span className="shrink-0 text-ink-2 tabular">{`${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(2)}`}</span>}
        </li>
      ))}
    </ul>
  )
}

function NoteWords({ note }: { note: Note }) {
  const { t } = useTranslation()
  switch (note.kind) {
    case 'other':
      return note.text
    case 'named':
      return t('inspect.note.named', { place: placeWords(t, note.place) })
    case 'lifted':
      return t('inspect.note.lifted', { statement: note.statement })
    case 'movedDown':
      return t('inspect.note.movedDown', { count: note.count })
    case 'joined':
      return t('inspect.note.joined', { rank: note.rank })
    case 'cut':
      return t('inspect.note.cut', { score: note.score, threshold: note.threshold })
    default:
      return t(`inspect.note.${note.kind}`)
  }
}

function useFateWords() {
  const { t } = useTranslation()
  return ({ cited, given, most }: Fate) => {
    if (cited.length > 0) return t('inspect.fate.cited', { numbers: cited.map((number) => `[${number}]`).join(' ') })
    return given ? t('inspect.fate.given') : t('inspect.fate.notGiven', { count: most })
  }
}

/** Why a passage stands where it stands: routes, what matched, what was read closely, rules, and what became of it. */
export function Reasons({ hit, fate, parts, expert }: { hit: Hit; fate: Fate; parts: Part[]; expert: boolean }) {
  const { t } = useTranslation()
  const fateWords = useFateWords()
  const { scores, explanation } = hit
  const { features, notes } = notesOf(explanation.notes)
  const share = (name: PartName) => parts.find((part) => part.name === name)?.share ?? 0
  const matched = [...new Set(explanation.keywords)]
  const facts = [...new Set(explanation.facts)]
  return (
    <>
      <Block title={t('inspect.routes')}>
        <dl className="space-y-1">
          <Route name="dense" value={scores.dense} raw={explanation.raw_dense} share={share('dense')} expert={expert} />
          <Route name="lexical" value={scores.lexical} raw={explanation.raw_lexical} share={share('lexical')} expert={expert} />
          <Route name="keyword" value={scores.keyword} raw={null} share={share('keyword')} expert={expert} />
        </dl>
      </Block>
      {(matched.length > 0 || facts.length > 0) && (
        <Block title={t('inspect.matched')}>
          <Chips items={[...matched, ...facts]} />
        </Block>
      )}
      {features.length > 0 && (
        <Block title={t('inspect.closely')}>
          <Features features={features} expert={expert} />
        </Block>
      )}
      <Block title={t('inspect.place.title')}>
        <ul className="list-disc space-y-0.5 pl-4 marker:text-ink-3">
          {notes.map((note, index) => (
            <li key={index}>
              <NoteWords note={note} />
            </li>
          ))}
          <li>{fateWords(fate)}</li>
        </ul>
      </Block>
    </>
  )
}
