import { ArrowLeft, FolderSync, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow, FolderRow } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { reportWords } from '@/features/library/reportWords'
import { useRead } from '@/lib/queries'
import { useRemoval } from '@/lib/removal'
import { useUi } from '@/lib/ui'

import { FolderCard } from './FolderCard'
import { folderName, goneFrom } from './folders'
import { useLinking, useScan } from './useLinking'

const NO_DOCUMENTS: DocumentRow[] = []

function Loading() {
  return (
    <div className="space-y-3" aria-hidden>
      {[44, 58, 36].map((width) => (
        <div key={width} className="space-y-2.5 rounded-xl border border-line px-4 py-4">
          <div className="skeleton h-3.5 w-40" />
          <div className="skeleton h-3" style={{ width: `${width}%` }} />
          <div className="skeleton h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}

function Empty({ busy, onLink }: { busy: boolean; onLink(): void }) {
  const { t } = useTranslation()
  return (
    <div className="rounded-xl border border-dashed border-line-strong px-6 py-10 text-center">
      <FolderSync size={26} strokeWidth={1.4} className="mx-auto text-ink-3" aria-hidden />
      <h2 className="mt-2 font-medium">{t('folders.empty')}</h2>
      <p className="mx-auto mt-1 max-w-[420px] text-ink-2 text-pretty">{t('folders.emptyWhy')}</p>
      <Button kind="primary" className="mt-4" disabled={busy} onClick={onLink}>
        {t('folders.link')}
      </Button>
    </div>
  )
}

/** The linked folders: their PDFs come into the library by themselves. */
export function FoldersView() {
  const { t } = useTranslation()
  const { data: folders, error, refetch } = useRead('folders_list', null)
  const shut = useRead('library_status', null).isError
  const rows = useRead('documents_list', null).data ?? NO_DOCUMENTS
  const leaving = useRemoval((state) => state.leaving)
  const go = useUi((ui) => ui.go)
  const linking = useLinking()
  const scan = useScan()
  const title = useRef<HTMLHeadingElement>(null)
  const some = (folders?.length ?? 0) > 0
  const card = (folder: FolderRow, all: FolderRow[]) => (
    <FolderCard key={folder.id} folder={folder} name={folderName(folder, all)} gone={goneFrom(folder, rows, leaving)} onUnlinked={() => title.current?.focus()} />
  )
  return (
    <section aria-label={t('folders.title')} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-[800px] px-6 pt-4 pb-20">
        <div className="flex flex-wrap items-center gap-2">
          <Button kind="quiet" className="-ml-2.5" onClick={() => go({ name: 'library' })}>
            <ArrowLeft size={15} strokeWidth={1.75} aria-hidden />
            {t('nav.library')}
          </Button>
          <p role="status" className="min-w-0 flex-1 truncate text-right text-sm text-ink-3">
            {scan.pending ? t('folders.scanning') : scan.report && (reportWords(t, scan.report) || t('folders.nothingNew'))}
          </p>
          {some && (
            <>
              <Button disabled={scan.pending} onClick={scan.start}>
                <RefreshCw size={14} strokeWidth={1.75} aria-hidden className={scan.pending ? 'animate-spin' : ''} />
                {t('folders.scan')}
              </Button>
              <Button kind="primary" disabled={linking.busy} onClick={linking.pick}>
                {t('folders.link')}
              </Button>
            </>
          )}
        </div>
        <h1 ref={title} tabIndex={-1} className="mt-3 text-lg font-semibold">
          {t('folders.title')}
        </h1>
        <p className="mt-1 mb-4 text-ink-2 text-pretty">{t('folders.why')}</p>
        {error ? !shut && <ErrorNote error={error} onRetry={() => void refetch()} /> : !folders ? <Loading /> : !some ? <Empty busy={linking.busy} onLink={linking.pick} /> : <ul className="space-y-3">{folders.map((folder) => card(folder, folders))}</ul>}
      </div>
    </section>
  )
}
