import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { FolderRow } from '@/backend'
import { Button } from '@/components/Button'
import { Ticked } from '@/components/Ticked'
import { refusalWords } from '@/features/library/reportWords'
import { baseName } from '@/lib/format'

import { Disclosure } from './Disclosure'

/** As many are listed at first. */
const FEW = 6

/** Files of a folder that are no documents of the library, each with the reason. */
export function Refused({ folder }: { folder: FolderRow }) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const { refused } = folder
  if (refused.length === 0) return null
  return (
    <Disclosure icon={TriangleAlert} words={t('folders.refused', { count: refused.length })} open={open} onOpen={setOpen}>
      <ul className="selectable space-y-1 text-sm">
        {(all ? refused : refused.slice(0, FEW)).map((item) => (
          <li key={item.path} className="break-words">
            <span className="font-medium" title={item.path}>
              {baseName(item.path)}
            </span>{' '}
            <span className="text-ink-2">
              <Ticked text={refusalWords(i18n.language, item)} />
            </span>
          </li>
        ))}
      </ul>
      {!all && refused.length > FEW && (
        <Button kind="quiet" className="-ml-2.5" onClick={() => setAll(true)}>
          {t('action.more')}
        </Button>
      )}
    </Disclosure>
  )
}
