import { ClipboardCopy, Download, PanelRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError } from '@/backend'
import { CopyButton } from '@/components/CopyButton'
import { IconButton } from '@/components/IconButton'
import { Menu } from '@/components/Menu'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { usePageName } from './CitationChip'
import { conversationToBibtex } from './bibtex'
import { conversationToMarkdown, fileName } from './export'
import type { TurnView } from './turn'

/** Title of the conversation and what can be done with the whole of it. */
export function ChatHeader({ title, turns }: { title: string; turns: TurnView[] }) {
  const { t, i18n } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const rows = useRead('documents_list', null).data ?? []
  const panelOpen = useUi((ui) => ui.panel.open)
  const showSources = useUi((ui) => ui.showSources)
  const pageName = usePageName()
  const last = turns.at(-1)
  const save = (extension: string, make: () => string | Promise<string>) =>
    void Promise.resolve(make())
      .then((text) => backend().saveText(fileName(title, extension), text))
      .catch((error: unknown) => notify(toWireError(error)))
  return (
    <header className="flex h-[44px] shrink-0 items-center gap-1 border-b border-line pr-2 pl-6">
      <h1 className="min-w-0 flex-1 truncate font-medium" title={title}>
        {title}
      </h1>
      <CopyButton icon={ClipboardCopy} label={t('conversation.copy')} text={() => conversationToMarkdown(turns, pageName)} />
      <Menu
        trigger={<IconButton icon={Download} size={15} label={t('export.label')} />}
        items={[
          { label: t('export.markdown'), onSelect: () => save('md', () => conversationToMarkdown(turns, pageName, title)) },
          { label: t('export.html'), onSelect: () => save('html', async () => (await import('./exportHtml')).conversationToHtml(turns, pageName, title, i18n.language, t('answer.unsupportedWhy'))) },
          { label: t('export.bibtex'), onSelect: () => save('bib', () => conversationToBibtex(turns, rows)) },
        ]}
      />
      {!panelOpen && last && <IconButton icon={PanelRight} label={t('panel.open')} onClick={() => showSources(last.key)} />}
    </header>
  )
}
