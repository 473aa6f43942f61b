import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

import { Tip } from '@/components/Tip'
import { Trail } from '@/components/Trail'
import { sectionTrail, withoutBullet } from '@/lib/format'

import { CitationChip, usePageName } from './CitationChip'
import { hasFormulas, markFormulas, useMath } from './math'
import { remarkCitationMarks, remarkSentences, sentencesToMarkdown } from './markdown'
import { citedSources, isQuotation, type Source, type TurnView } from './turn'

function Doubt() {
  const { t } = useTranslation()
  return (
    <Tip text={t('answer.unsupportedWhy')} side="top">
      <mark className="mx-1 rounded bg-warn-soft px-1.5 py-px text-xs font-medium whitespace-nowrap text-warn">{t('answer.unsupported')}</mark>
    </Tip>
  )
}

/** Nothing in an answer may load or open anything: links show their words, images nothing. */
function useComponents(turn: string, sources: Map<number, Source>): Components {
  return useMemo(
    () => ({
      a: ({ children }) => <span>{children}</span>,
      img: () => null,
      table: ({ children }) => (
        <div className="table-frame">
          <table>{children}</table>
        </div>
      ),
      cite: (props) => {
        const number = Number((props as { 'data-source'?: string })['data-source'])
        return <CitationChip turn={turn} number={number} source={sources.get(number)} />
      },
      mark: () => <Doubt />,
    }),
    [turn, sources],
  )
}

const WRITING = [remarkGfm, remarkCitationMarks]
const VERIFIED = [remarkGfm, remarkSentences]

/** Quotations, each under what it was taken from. */
function Quotations({ turn, sources }: { turn: TurnView; sources: Map<number, Source> }) {
  const pageName = usePageName()
  return (
    <ol className="space-y-4">
      {turn.sentences.map((sentence, index) => {
        const source = sources.get(sentence.citations[0] ?? 0)
        return (
          <li key={index} className="border-l-2 border-accent-line pl-3.5">
            <p className="selectable font-serif text-[15.5px] leading-[24px] break-words">
              {withoutBullet(sentence.text)}{' '}
              {sentence.citations.map((number) => (
                <CitationChip key={number} turn={turn.key} number={number} source={sources.get(number)} />
              ))}
            </p>
            {source && (
              <p className="mt-1 text-sm text-ink-3">
                <Trail wrap parts={[source.title, ...sectionTrail(source.path, source.title), pageName(source.locators)]} />
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

export function AnswerText({ turn }: { turn: TurnView }) {
  const sources = useMemo(() => new Map(citedSources(turn).map((source) => [source.number ?? 0, source])), [turn])
  const components = useComponents(turn.key, sources)
  const verified = useMemo(() => sentencesToMarkdown(turn.sentences), [turn.sentences])
  const text = useMemo(() => markFormulas(turn.phase === 'done' ? verified : turn.draft), [turn.phase, turn.draft, verified])
  const math = useMath(hasFormulas(text))
  if (isQuotation(turn)) return <Quotations turn={turn} sources={sources} />
  const writing = turn.phase !== 'done'
  const plugins = writing ? WRITING : VERIFIED
  return (
    <div className="prose selectable">
      <Markdown skipHtml remarkPlugins={math ? [...math.remark, ...plugins] : plugins} rehypePlugins={math?.rehype ?? []} components={components}>
        {text}
      </Markdown>
    </div>
  )
}
