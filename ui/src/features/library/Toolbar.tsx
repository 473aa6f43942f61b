import type { ReactNode } from 'react'
import { FilePlus, FolderPlus, LayoutGrid, List, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow, LibraryStatus } from '@/backend'
import { Button } from '@/components/Button'
import { IconButton } from '@/components/IconButton'
import { SearchBox } from '@/components/SearchBox'
import { Segmented } from '@/components/Segmented'
import { integer } from '@/lib/format'

import { groupOf, type Sort, type SortKey, type StateFilter } from './filter'
import type { Layout } from './layout'

interface Props {
  rows: DocumentRow[]
  status: LibraryStatus | undefined
  text: string
  filter: StateFilter
  onText(text: string): void
  onFilter(filter: StateFilter): void
  onFiles(): void
  onFolder(): void
  sort: Sort
  onSort(sort: Sort): void
  layout: Layout
  onLayout(layout: Layout): void
  onPause(paused: boolean): void
  children: ReactNode
}

const SORTS: SortKey[] = ['title', 'added', 'pages', 'state']

export function Toolbar({ rows, status, text, filter, onText, onFilter, onFiles, onFolder, sort, onSort, layout, onLayout, onPause, children }: Props) {
  const { t, i18n } = useTranslation()
  const count = (group: StateFilter) => (group === 'all' ? rows.length : rows.filter((row) => groupOf(row) === group).length)
  const pages = rows.reduce((sum, row) => sum + row.pages, 0)
  const options = (['all', 'ready', 'pending', 'trouble'] as const)
    .filter((group) => group === 'all' || group === filter || count(group) > 0)
    .map((group) => ({ value: group, label: `${t(`library.group.${group}`)} ${integer(count(group), i18n.language)}` }))
  const pending = count('pending') > 0
  return (
    <header className="@container space-y-3 px-5 pt-4 pb-3">
      <div className="flex items-center gap-2">
        <h1 className="text-lg font-semibold">{t('library.title')}</h1>
        <p className="min-w-0 flex-1 truncate text-ink-3 tabular">{pages > 0 && <span className="hidden @lg:inline">{t('amount.pages', { count: pages, number: integer(pages, i18n.language) })}</span>}</p>
        {(pending || status?.paused) && (
          <IconButton icon={status?.paused ? Play : Pause} label={t(status?.paused ? 'library.resume' : 'library.pause')} onClick={() => onPause(!status?.paused)} />
        )}
        <Segmented
          label={t('library.layout')}
          value={layout}
          options={[
            { value: 'list', label: t('library.list'), icon: List },
            { value: 'grid', label: t('library.grid'), icon: LayoutGrid },
          ]}
          onChange={onLayout}
        />
        <Button onClick={onFolder} aria-label={t('library.addFolder')} title={t('library.addFolder')}>
          <FolderPlus size={15} strokeWidth={1.75} aria-hidden />
          <span className="hidden @sm:inline">{t('library.addFolder')}</span>
        </Button>
        <Button kind="primary" onClick={onFiles}>
          <FilePlus size={15} strokeWidth={1.75} aria-hidden />
          {t('library.addFiles')}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label={t('library.filter')} text={text} onText={onText} className="max-w-60 min-w-36 flex-1" />
        {/* In a narrow list the order stands beside the search, so that the groups need no third line. */}
        <div className="order-1 flex min-w-0 max-w-full @md:order-none">
          <Segmented label={t('library.groupLabel')} value={filter} options={options} onChange={onFilter} />
        </div>
        <label className="flex items-center gap-1.5 text-sm text-ink-3">
          <span className="hidden @3xl:inline">{t('library.sort')}</span>
          <select aria-label={t('library.sort')} value={sort.key} onChange={(event) => onSort({ key: event.target.value as SortKey, descending: event.target.value === 'added' })} className="h-7 rounded-md border border-line-strong bg-raised px-1.5 text-base text-ink">
            {SORTS.map((key) => (
              <option key={key} value={key}>
                {t(`column.${key}`)}
              </option>
            ))}
          </select>
        </label>
        {status?.paused && <span className="order-2 text-sm text-warn">{t('library.paused')}</span>}
      </div>
      {children}
    </header>
  )
}
