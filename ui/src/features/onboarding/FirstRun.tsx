import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Button } from '@/components/Button'
import { useLinking } from '@/features/folders/useLinking'
import { ReportNote } from '@/features/library/ReportNote'
import type { useAdding } from '@/features/library/useAdding'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { OllamaCard } from './OllamaCard'

/** The way to the linked folders of a library in which there is no document yet. */
function FolderLine() {
  const { t } = useTranslation()
  const count = useRead('folders_list', null).data?.length ?? 0
  const linking = useLinking()
  const go = useUi((ui) => ui.go)
  return (
    <div className="mt-4 flex items-center gap-3 rounded-xl bg-side px-4 py-3">
      <p className="min-w-0 flex-1 text-ink-2">{count > 0 ? t('folders.some', { count }) : t('folders.linkWhy')}</p>
      {count > 0 ? (
        <Button onClick={() => go({ name: 'folders' })}>{t('folders.title')}</Button>
      ) : (
        <Button disabled={linking.busy} onClick={linking.pick}>
          {t('folders.link')}
        </Button>
      )}
    </div>
  )
}

/** The empty library: what Waymark is, and the ways to begin. */
export function FirstRun({ adding }: { adding: ReturnType<typeof useAdding> }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('first.region')} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto w-full max-w-[560px] px-6 py-10">
        <img src="/icon.svg" alt="" className="size-12" />
        <h1 className="mt-4 text-xl font-semibold text-balance">{t('first.title')}</h1>
        <p className="mt-2 text-md text-ink-2 text-pretty">{t('first.sentence')}</p>
        <div className="mt-6 rounded-xl border border-dashed border-line-strong px-6 py-8 text-center">
          <FileDown size={26} strokeWidth={1.4} className="mx-auto text-ink-3" aria-hidden />
          <p className="mt-2 font-medium">{t('first.drop')}</p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Button kind="primary" onClick={adding.pickFiles} disabled={adding.busy}>
              {t('library.addFiles')}
            </Button>
            <Button onClick={adding.pickFolder} disabled={adding.busy}>
              {t('library.addFolder')}
            </Button>
          </div>
        </div>
        <FolderLine />
        <div className="mt-2 flex items-center gap-3 rounded-xl bg-side px-4 py-3">
          <p className="min-w-0 flex-1 text-ink-2">{t('first.samples')}</p>
          <Button onClick={adding.addSamples} disabled={adding.busy}>
            {t('first.addSamples')}
          </Button>
        </div>
        <OllamaCard className="mt-5 px-4" />
      </div>
      <ReportNote />
    </section>
  )
}
