import { CornerDownRight } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useRead } from '@/lib/queries'

import { nearHeadings, plainHeading } from './followUps'
import type { TurnView } from './turn'

/** Questions that lead on from an answer, made of the headings around its first source. */
export function FollowUps({ turn, asked, onAsk }: { turn: TurnView; asked: string[]; onAsk(question: string): void }) {
  const { t } = useTranslation()
  const first = turn.citations[0]
  const { data } = useRead('document_detail', { id: first?.document ?? 0 }, { enabled: first !== undefined })
  const headings = useMemo(() => (data ? nearHeadings(data.outline, turn.citations, asked) : []), [data, turn.citations, asked])
  if (headings.length === 0 || !first) return null
  return (
    <section aria-label={t('followUp.label')} className="pt-1">
      <ul className="flex flex-col items-start gap-1">
        {headings.map((node) => {
          const question = t('followUp.question', { heading: plainHeading(node.title), title: first.title })
          return (
            <li key={node.section} className="max-w-full">
              <button type="button" title={question} onClick={() => onAsk(question)} className="flex max-w-full items-center gap-2 rounded-md py-1 pr-2 text-left text-ink-2 hover:text-accent">
                <CornerDownRight size={13} className="shrink-0 text-ink-3" aria-hidden />
                <span className="truncate">{question}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
