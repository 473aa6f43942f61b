import { FlaskConical, Library, Search, Settings as Gear, SquarePen, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Tip } from '@/components/Tip'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { Conversations } from './Conversations'
import { IngestLine } from './IngestLine'
import { ModelWork } from './ModelWork'

const FIND_KEYS = navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'

interface EntryProps {
  icon: LucideIcon
  label: string
  count?: number | undefined
  hint?: string
  current: boolean
  narrow: boolean
  onClick(): void
}

function Entry({ icon: Icon, label, count, hint, current, narrow, onClick }: EntryProps) {
  const button = (
    <button
      type="button"
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      aria-label={narrow ? label : undefined}
      className={`flex h-8 w-full items-center gap-2.5 rounded-md text-left text-ink-2 hover:bg-well hover:text-ink aria-[current]:bg-well aria-[current]:font-medium aria-[current]:text-ink ${narrow ? 'justify-center' : 'px-2.5'}`}
    >
      <Icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      {!narrow && <span className="flex-1 truncate">{label}</span>}
      {!narrow && hint && (
        <kbd aria-hidden className="font-sans text-sm text-ink-3">
          {hint}
        </kbd>
      )}
      {!narrow && count !== undefined && count > 0 && <span className="text-sm font-normal text-ink-2 tabular">{count}</span>}
    </button>
  )
  return narrow ? (
    <Tip text={label} side="right">
      {button}
    </Tip>
  ) : (
    button
  )
}

export function Sidebar({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation()
  const view = useUi((ui) => ui.view)
  const go = useUi((ui) => ui.go)
  const setPalette = useUi((ui) => ui.setPalette)
  const status = useRead('library_status', null).data
  const questions = useRead('questions_list', null).data?.length
  const shared = { narrow }
  return (
    <nav aria-label={t('nav.label')} className={`flex shrink-0 flex-col border-r border-line bg-side ${narrow ? 'w-[52px]' : 'w-[232px]'}`}>
      <div className={`flex h-[52px] shrink-0 items-center gap-2 ${narrow ? 'justify-center' : 'px-4'}`}>
        <img src="/icon.svg" alt="" className="size-[22px]" />
        {!narrow && <span className="text-md font-semibold tracking-[-0.01em]">Waymark</span>}
      </div>
      <div className="space-y-0.5 px-2">
        <Entry
          {...shared}
          icon={SquarePen}
          label={t('nav.ask')}
          current={view.name === 'chat' && view.conversation === null}
          onClick={() => go({ name: 'chat', conversation: null })}
        />
        <Entry {...shared} icon={Library} label={t('nav.library')} count={status?.documents} current={view.name === 'library' || view.name === 'folders'} onClick={() => go({ name: 'library' })} />
      </div>
      <div className="mt-0.5 px-2">
        <Entry {...shared} icon={Search} label={t('nav.find')} hint={FIND_KEYS} current={false} onClick={() => setPalette(true)} />
      </div>
      {narrow ? <div className="flex-1" /> : <Conversations />}
      {!narrow && <ModelWork />}
      {!narrow && status && <IngestLine status={status} />}
      <div className="space-y-0.5 px-2 pb-2">
        <Entry {...shared} icon={FlaskConical} label={t('nav.laboratory')} count={questions} current={view.name === 'laboratory'} onClick={() => go({ name: 'laboratory' })} />
        <Entry {...shared} icon={Gear} label={t('nav.settings')} current={view.name === 'settings'} onClick={() => go({ name: 'settings' })} />
      </div>
    </nav>
  )
}
