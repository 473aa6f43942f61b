import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { EditFacts } from '@/features/library/EditFacts'
import { useRead } from '@/lib/queries'
import { useUi, type DetailsTab } from '@/lib/ui'

import { AboutDocument } from './AboutDocument'
import { OutlineTab } from './OutlineTab'
import { SummariesTab } from './SummariesTab'

const TABS: DetailsTab[] = ['about', 'outline', 'summaries']
const PANE = 'h-[min(58vh,620px)] overflow-y-auto rounded-sm pr-1 pb-1 focus-visible:-outline-offset-2'

interface Props {
  row: DocumentRow
  tab: DetailsTab
  onTab(tab: DetailsTab): void
  onClose(): void
  onOpen(page: number): void
}

function Page({ row, tab, onTab, onClose, onOpen }: Props) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <Dialog title={t('edit.title')} description={t('edit.why')} onClose={() => setEditing(false)}>
        <div className="max-h-[62vh] overflow-y-auto p-0.5">
          <EditFacts row={row} onDone={() => setEditing(false)} />
        </div>
      </Dialog>
    )
  }
  const read = row.pages > 0
  return (
    <Dialog title={row.title} wide onClose={onClose}>
      <Tabs.Root value={read ? tab : 'about'} onValueChange={(next) => onTab(next as DetailsTab)}>
        <Tabs.List aria-label={t('details.parts')} className="mb-3 flex gap-4 border-b border-line">
          {TABS.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              disabled={!read && name !== 'about'}
              className="-mb-px rounded-t-sm border-b-2 border-transparent px-0.5 pb-1.5 text-ink-2 hover:text-ink disabled:pointer-events-none disabled:opacity-45 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {t(`details.tab.${name}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="about" className={PANE}>
          <AboutDocument row={row} onOpen={onOpen} />
        </Tabs.Content>
        <Tabs.Content value="outline" className={PANE}>
          <OutlineTab row={row} />
        </Tabs.Content>
        <Tabs.Content value="summaries" className={PANE}>
          <SummariesTab row={row} onOpen={onOpen} />
        </Tabs.Content>
      </Tabs.Root>
      <div className="mt-4 flex justify-end gap-2">
        {read && (
          <Button kind="quiet" className="mr-auto -ml-2.5" onClick={() => setEditing(true)}>
            {t('edit.open')}
          </Button>
        )}
        {read && <Button onClick={() => onOpen(1)}>{t('library.open')}</Button>}
        <Button kind="primary" data-first onClick={onClose}>
          {t('action.done')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Everything that is known about one document, and what a model can add to it. */
export function DocumentDialog() {
  const details = useUi((ui) => ui.details)
  const showDetails = useUi((ui) => ui.showDetails)
  const openReader = useUi((ui) => ui.openReader)
  const row = useRead('documents_list', null).data?.find((candidate) => candidate.id === details?.document)
  if (!details || !row) return null
  const close = () => showDetails(null)
  return (
    <Page
      key={row.id}
      row={row}
      tab={details.tab}
      onTab={(tab) => showDetails(row.id, tab)}
      onClose={close}
      onOpen={(page) => {
        close()
        openReader({ document: row.id, page, locators: [], source: null })
      }}
    />
  )
}
