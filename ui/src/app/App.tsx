import { useQueryClient } from '@tanstack/react-query'
import { Tooltip } from 'radix-ui'
import { useEffect } from 'react'

import { ChatView } from '@/features/chat/ChatView'
import { DocumentDialog } from '@/features/document/DocumentDialog'
import { FoldersView } from '@/features/folders/FoldersView'
import { LaboratoryView } from '@/features/laboratory/LaboratoryView'
import { SaveQuestion } from '@/features/laboratory/SaveQuestion'
import { LargeImport } from '@/features/library/LargeImport'
import { LibraryView } from '@/features/library/LibraryView'
import { Palette } from '@/features/search/Palette'
import { SettingsView } from '@/features/settings/SettingsView'
import { applyLanguage } from '@/lib/i18n'
import { followLibrary, useRead } from '@/lib/queries'
import { applyTheme, asTheme } from '@/lib/theme'
import { useUi } from '@/lib/ui'

import { DropOverlay } from './DropOverlay'
import { Fallback } from './Fallback'
import { Notice } from './Notice'
import { Problems } from './Problems'
import { Sidebar } from './Sidebar'
import { SidePanel } from './SidePanel'
import { UndoToast } from './UndoToast'
import { useShortcuts } from './useShortcuts'
import { useWindowWidth } from './useWindowWidth'

/** Below this the sidebar gives way to the panel and shows pictures only. */
const ROOMY = 1140

function useAppearance() {
  const settings = useRead('settings_get', null).data
  useEffect(() => {
    if (!settings) return
    applyTheme(asTheme(settings.theme))
    applyLanguage(settings.language)
  }, [settings])
}

function Main() {
  const view = useUi((ui) => ui.view)
  if (view.name === 'library') return <LibraryView folder={view.folder} />
  if (view.name === 'folders') return <FoldersView />
  if (view.name === 'settings') return <SettingsView />
  if (view.name === 'laboratory') return <LaboratoryView />
  return <ChatView conversation={view.conversation} beginAt={view.turn} />
}

export function App() {
  const client = useQueryClient()
  const panel = useUi((ui) => ui.panel)
  const view = useUi((ui) => ui.view)
  const visit = useUi((ui) => ui.reader?.visit)
  const width = useWindowWidth()
  useEffect(() => followLibrary(client), [client])
  useAppearance()
  useShortcuts()
  const narrow = panel.open && width < ROOMY
  const hidden = panel.open && panel.wide
  return (
    <Tooltip.Provider delayDuration={450} skipDelayDuration={200}>
      <div className="flex h-full">
        <Sidebar narrow={narrow} />
        <main className={`relative min-w-0 flex-1 flex-col ${hidden ? 'hidden' : 'flex'}`}>
          <Problems />
          <Fallback resetKey={JSON.stringify(view)}>
            <Main />
          </Fallback>
        </main>
        {panel.open && (
          <Fallback resetKey={`${visit}`}>
            <SidePanel room={width - (narrow ? 52 : 232)} />
          </Fallback>
        )}
      </div>
      <Notice />
      <UndoToast />
      <LargeImport />
      <SaveQuestion />
      <DocumentDialog />
      <Palette />
      <DropOverlay />
    </Tooltip.Provider>
  )
}
