import { useTranslation } from 'react-i18next'

import { toWireError } from '@/backend'
import { Button } from '@/components/Button'
import { baseName } from '@/lib/format'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { liesIn, sameFolder } from './folders'
import { useLinking } from './useLinking'

/** Offers to keep linked what was added as a folder; then says that it is. */
export function KeepLinked({ paths }: { paths: string[] }) {
  const { t } = useTranslation()
  const folders = useRead('folders_list', null).data
  const { busy, linkAll } = useLinking()
  const { go, notify } = useUi()
  if (!folders) return null
  const linked = paths.filter((path) => folders.some((folder) => sameFolder(folder.path, path)))
  const offered = paths.filter((path) => !folders.some((folder) => liesIn(path, folder.path)))
  const first = offered[0] ?? linked[0]
  if (first === undefined) return null
  const count = offered.length || linked.length
  const many = { count }
  const one = { name: baseName(first) }
  const words = offered.length > 0 ? (count > 1 ? t('folders.offerMany', many) : t('folders.offer', one)) : count > 1 ? t('folders.keptMany', many) : t('folders.kept', one)
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2">
      <p className="min-w-0 break-words">{words}</p>
      {offered.length > 0 ? (
        <Button disabled={busy} onClick={() => void linkAll(offered).catch((error: unknown) => notify(toWireError(error)))}>
          {t('folders.keep')}
        </Button>
      ) : (
        <Button kind="quiet" className="-ml-2.5" onClick={() => go({ name: 'folders' })}>
          {t('folders.title')}
        </Button>
      )}
    </div>
  )
}
