import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '@/components/IconButton'
import { integer } from '@/lib/format'
import { isComposing } from '@/lib/keys'
import { errorSentence } from '@/lib/said'

import type { Finding } from './useFind'

/** Words to look for in the open document, with the number of hits and the way through them. */
export function FindBar({ find, onClose }: { find: Finding; onClose(): void }) {
  const { t, i18n } = useTranslation()
  const { query, matches, at, searching, error } = find
  const count = () => {
    if (query.trim() === '') return ''
    if (error) return errorSentence(t, i18n.language, error)
    if (matches.length === 0) return searching ? t('find.searching') : t('find.none')
    return t(searching ? 'find.placeSoFar' : 'find.place', { at: integer(at + 1, i18n.language), number: integer(matches.length, i18n.language) })
  }
  return (
    <div role="search" aria-label={t('find.label')} className="flex h-10 shrink-0 items-center gap-1 border-b border-line bg-side px-2">
      <input
        autoFocus
        type="search"
        value={query}
        onFocus={(event) => event.target.select()}
        onChange={(event) => find.setQuery(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter' && !isComposing(event)) find.step(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') {
            event.nativeEvent.stopImmediatePropagation()
            onClose()
          }
        }}
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        className="h-7 min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-2"
      />
      <span role="status" className={`shrink-0 px-1 text-sm whitespace-nowrap tabular ${error ? 'text-danger' : 'text-ink-2'}`}>
        {count()}
      </span>
      <IconButton icon={ChevronUp} label={t('find.previous')} disabled={matches.length === 0} onClick={() => find.step(-1)} />
      <IconButton icon={ChevronDown} label={t('find.next')} disabled={matches.length === 0} onClick={() => find.step(1)} />
      <IconButton icon={X} label={t('find.close')} onClick={onClose} />
    </div>
  )
}
