import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { Sort, SortKey } from './filter'

interface Props {
  all: boolean
  onSelectAll(): void
  sort: Sort
  onSort(key: SortKey): void
}

/** Above the cards, what the heads of the columns are above the list. */
export function GridHead({ all, onSelectAll, sort, onSort }: Props) {
  const { t } = useTranslation()
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <div className="flex h-8 shrink-0 items-center gap-4 border-y border-line px-5 text-sm text-ink-3">
      <label className="flex items-center gap-2 hover:text-ink">
        <input type="checkbox" checked={all} onChange={onSelectAll} className="size-3.5 accent-accent" />
        {t('library.selectAll')}
      </label>
      {/* What to sort by is chosen above. */}
      <button type="button" onClick={() => onSort(sort.key)} title={t(sort.descending ? 'library.descending' : 'library.ascending')} className="ml-auto inline-flex items-center gap-1 rounded-sm hover:text-ink">
        {t(`column.${sort.key}`)}
        <Arrow size={11} aria-hidden />
        <span className="sr-only">{t(sort.descending ? 'library.descending' : 'library.ascending')}</span>
      </button>
    </div>
  )
}
