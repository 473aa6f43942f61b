import { useTranslation } from 'react-i18next'

import { moment } from '@/lib/format'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

/** Enough to look for: two letters, or one Chinese character. */
export function worthSearching(text: string): boolean {
  return text.trim().length >= 2 || /[\u3400-\u9fff]/.test(text)
}

/** Questions and answers of all conversations that hold the words. */
export function MessageHits({ query }: { query: string }) {
  const { t, i18n } = useTranslation()
  const go = useUi((ui) => ui.go)
  const { data } = useRead('messages_find', { query }, { staleTime: 0 })
  if (!data) return null
  if (data.length === 0) return <p className="px-2.5 py-2 text-ink-3">{t('conversation.noHits')}</p>
  return (
    <ul aria-label={t('conversation.hits')}>
      {data.map((hit) => (
        <li key={hit.turn}>
          <button type="button" onClick={() => go({ name: 'chat', conversation: hit.conversation, turn: hit.turn })} className="block w-full rounded-md px-2.5 py-1.5 text-left hover:bg-well">
            <span className="flex gap-2">
              <span className="min-w-0 flex-1 truncate">{hit.question}</span>
              <span className="shrink-0 text-xs leading-[19px] text-ink-3">{moment(hit.asked_ms, Date.now(), i18n.language)}</span>
            </span>
            <span className="line-clamp-2 text-sm text-ink-3">{hit.excerpt || hit.title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
