import { Maximize2, Minimize2, X } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { DocumentTitle } from '@/components/DocumentTitle'
import { IconButton } from '@/components/IconButton'
import { Splitter } from '@/components/Splitter'
import { Reader } from '@/features/reader/Reader'
import { InspectorPanel } from '@/features/inspector/InspectorPanel'
import { EvidencePanel } from '@/features/search/EvidencePanel'
import { useRead } from '@/lib/queries'
import { useUi, type PanelTab } from '@/lib/ui'

const KEY = 'waymark.panel'
const SMALLEST = 340
const SMALLEST_MAIN = 330

function Tab({ id, label, current, onSelect }: { id: PanelTab; label: string; current: boolean; onSelect(tab: PanelTab): void }) {
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${id}`}
      aria-selected={current}
      aria-controls="panel-body"
      tabIndex={current ? 0 : -1}
      onClick={() => onSelect(id)}
      className="h-7 rounded-md px-2 text-ink-2 hover:text-ink aria-selected:bg-well aria-selected:font-medium aria-selected:text-ink"
    >
      {label}
    </button>
  )
}

function Title() {
  const document = useUi((ui) => ui.reader?.document ?? 0)
  const { data } = useRead('document_detail', { id: document }, { enabled: document > 0 })
  return (
    <h2 className="min-w-0 flex-1 px-1 font-medium">
      <DocumentTitle title={data?.row.title ?? ' '} />
    </h2>
  )
}

/** Whatever had the focus before the panel was opened has it again when the panel goes with the focus in it. */
function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}

/** Evidence and reader, to the right of whatever is being done. */
export function SidePanel({ room }: { room: number }) {
  const { t } = useTranslation()
  const { panel, reader, view, showTab, closePanel, toggleWide } = useUi()
  const [wanted, setWanted] = useState(() => Number(localStorage.getItem(KEY)) || Math.round(room * 0.5))
  useFocusBack()
  const most = Math.max(SMALLEST, room - SMALLEST_MAIN)
  const width = Math.min(most, Math.max(SMALLEST, wanted))
  const chat = view.name === 'chat'
  const tab: PanelTab = chat ? panel.tab : 'reader'
  const conversation = chat ? view.conversation : null
  const onResize = (next: number) => {
    setWanted(next)
    localStorage.setItem(KEY, String(next))
  }
  const tabs: PanelTab[] = reader ? ['sources', 'inspector', 'reader'] : ['sources', 'inspector']
  const onTabKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]
    if (step === 0 || !next) return
    showTab(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <aside aria-label={t('panel.label')} className={`flex min-w-0 bg-bg ${panel.wide ? 'flex-1' : 'shrink-0'}`} style={panel.wide ? undefined : { width }}>
      {!panel.wide && <Splitter label={t('panel.resize')} width={width} min={SMALLEST} max={most} onChange={onResize} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-[44px] shrink-0 items-center gap-1 border-b border-line px-2">
          {chat ? (
            <div role="tablist" aria-label={t('panel.label')} className="flex flex-1 gap-0.5" onKeyDown={onTabKey} tabIndex={-1}>
              <Tab id="sources" label={t('panel.sources')} current={tab === 'sources'} onSelect={showTab} />
              <Tab id="inspector" label={t('inspect.tab')} current={tab === 'inspector'} onSelect={showTab} />
              {reader && <Tab id="reader" label={t('panel.reader')} current={tab === 'reader'} onSelect={showTab} />}
            </div>
          ) : (
            <Title />
          )}
          {tab === 'reader' && <IconButton icon={panel.wide ? Minimize2 : Maximize2} size={14} label={t(panel.wide ? 'panel.narrow' : 'panel.widen')} onClick={toggleWide} />}
          <IconButton icon={X} label={t('panel.close')} onClick={closePanel} />
        </div>
        <div id="panel-body" className="min-h-0 flex-1" {...(chat ? { role: 'tabpanel', 'aria-labelledby': `tab-${tab}` } : {})}>
          {tab === 'sources' && <EvidencePanel conversation={conversation} />}
          {tab === 'inspector' && <InspectorPanel conversation={conversation} />}
          {tab === 'reader' && reader && <Reader target={reader} conversation={conversation} />}
        </div>
      </div>
    </aside>
  )
}
