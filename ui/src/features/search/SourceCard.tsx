import { Image, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DocumentTitle } from '@/components/DocumentTitle'
import { Trail } from '@/components/Trail'
import { useOpenSource, usePageName } from '@/features/chat/CitationChip'
import type { Source } from '@/features/chat/turn'
import { sectionTrail } from '@/lib/format'
import { useUi } from '@/lib/ui'

import { PassageTable } from './PassageTable'

const FOLD_AT = 420

/** The passage with the words that the answer rests on marked. */
function Passage({ text, quote }: { text: string; quote: string | null }) {
  const at = quote ? text.indexOf(quote) : -1
  if (!quote || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-[2px] bg-mark-soft text-inherit">{quote}</mark>
      {text.slice(at + quote.length)}
    </>
  )
}

export function SourceCard({ turn, source, cited, current }: { turn: string; source: Source; cited: boolean; current: boolean }) {
  const { t } = useTranslation()
  const [unfolded, setUnfolded] = useState(false)
  const open = useOpenSource(turn)
  const inspect = useUi((ui) => ui.inspect)
  const pageName = usePageName()
  const section = sectionTrail(source.path, source.title)
  const long = source.text.length > FOLD_AT
  const page = pageName(source.locators)
  const Kind = source.hit?.kind === 'table' ? Table2 : source.hit?.kind === 'figure' ? Image : null
  return (
    <li className={`border-b border-line px-4 py-3 ${current ? 'bg-mark-soft' : ''}`}>
      <button
        type="button"
        onClick={() => open(source)}
        className="group/open flex w-full items-start gap-2.5 rounded-md text-left"
      >
        <span className="sr-only">{t(source.number === null ? 'source.openFurther' : 'source.open')} </span>
        <span
          className={`mt-px flex h-[18px] min-w-[18px] items-center justify-center rounded-[5px] px-1 text-xs leading-none font-semibold tabular ${cited ? 'bg-accent-soft text-accent' : 'bg-well text-ink-3'}`}
        >
          {source.number ?? '·'}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 font-medium group-hover/open:text-accent">
              <DocumentTitle title={source.title} />
            </span>
            <span className="shrink-0 text-sm text-ink-2 tabular">{page}</span>
          </span>
          {section.length > 0 && <Trail wrap parts={section} className="text-sm text-ink-2" />}
        </span>
      </button>
      <blockquote className={`selectable mt-2 ml-7 font-serif text-[13.5px] leading-[20px] break-words whitespace-pre-line text-ink-2 ${long && !unfolded ? 'line-clamp-6' : ''}`}>
        {Kind && <Kind size={13} className="mr-1.5 inline -translate-y-px text-ink-3" aria-hidden />}
        {source.hit?.kind === 'table' ? (
          <PassageTable text={source.text} quote={source.quote} />
        ) : (
          <Passage text={source.text} quote={source.quote} />
        )}
      </blockquote>
      <div className="mt-1 ml-7 flex gap-4 text-sm">
        {long && (
          <button type="button" className="rounded text-accent hover:underline" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {t(unfolded ? 'action.less' : 'action.more')}
          </button>
        )}
        <button type="button" className="rounded text-ink-3 hover:text-ink hover:underline" onClick={() => inspect(turn, source.segment)}>
          {t('inspect.why')}
        </button>
      </div>
    </li>
  )
}
