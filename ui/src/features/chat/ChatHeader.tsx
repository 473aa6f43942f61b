import { ClipboardCopy, PanelRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { CopyButton } from '@/components/CopyButton'
import { IconButton } from '@/components/IconButton'
import { useUi } from '@/lib/ui'

import { usePageName } from './CitationChip'
import { conversationToMarkdown } from './export'
import type { TurnView } from './turn'

/** Title of the conversation and what can be done with the whole of it. */
export function ChatHeader({ title, turns }: { title: string; turns: TurnView[] }) {
  const { t } = useTranslation()
  const panelOpen = useUi((ui) => ui.panel.open)
  const showSources = useUi((ui) => ui.showSources)
  const pageName = usePageName()
  const last = turns.at(-1)
  return (
    <header className="flex h-[44px] shrink-0 items-center gap-1 border-b border-line pr-2 pl-6">
      <h1 className="min-w-0 flex-1 truncate font-medium" title={title}>
        {title}
      </h1>
      <CopyButton icon={ClipboardCopy} label={t('conversation.copy')} text={() => conversationToMarkdown(turns, pageName)} />
      {!panelOpen && last && <IconButton icon={PanelRight} label={t('panel.open')} onClick={() => showSources(last.key)} />}
    </header>
  )
}
