import { ArrowDown, ArrowUp, Check, Ellipsis, Equal, Sparkle, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow, ExpectedPage } from '@/backend'
import { IconButton } from '@/components/IconButton'
import { Menu } from '@/components/Menu'
import { useUi } from '@/lib/ui'

import { isExpected, LOOKED_AT, type Change, type Found, type Line } from './figures'

/** Documents by file name without `.pdf`, as evaluations name them. */
export type ByFile = ReadonlyMap<string, DocumentRow>

export function byFile(rows: DocumentRow[]): ByFile {
  return new Map(rows.map((row) => [row.file_name.replace(/\.pdf$/, ''), row]))
}

/** Document and page; the page is not torn from its `p.` */
function Place({ files, place: { file, page } }: { files: ByFile; place: ExpectedPage }) {
  const { t } = useTranslation()
  return (
    <span className="block">
      {files.get(file)?.title ?? file}, <span className="whitespace-nowrap">{page === null ? t('laboratory.anyPage') : t('page.short', { page })}</span>
    </span>
  )
}

function usePlaceWords(files: ByFile) {
  const { t } = useTranslation()
  return ({ file, page }: ExpectedPage) => `${files.get(file)?.title ?? file}, ${page === null ? t('laboratory.anyPage') : t('page.short', { page })}`
}

function useFoundWords() {
  const { t } = useTranslation()
  return (found: Found) => {
    if (found.kind === 'at') return t('laboratory.rank', { rank: found.rank })
    return found.kind === 'within' ? t('laboratory.within', { most: found.most }) : t('laboratory.absent', { most: LOOKED_AT })
  }
}

function FoundCell({ line }: { line: Line }) {
  const { t } = useTranslation()
  const words = useFoundWords()
  if (line.missing) return <span className="text-sm text-warn">{t('laboratory.gone')}</span>
  if (!line.found) return <span className="text-sm text-ink-3">{t('laboratory.notRun')}</span>
  const { found } = line
  const good = found.kind === 'at' && found.rank <= 5
  const look = good ? 'bg-accent-soft text-accent' : found.kind === 'absent' ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn'
  return <span className={`inline-block rounded-[5px] px-1.5 text-sm leading-[20px] font-medium tabular ${look}`}>{words(found)}</span>
}

const CHANGES: Record<Change['kind'], [LucideIcon, string]> = { up: [ArrowUp, 'text-accent'], down: [ArrowDown, 'text-warn'], same: [Equal, 'text-ink-3'], new: [Sparkle, 'text-ink-3'] }

function ChangeCell({ change }: { change: Change | null }) {
  const { t } = useTranslation()
  const found = useFoundWords()
  if (!change) return <span className="text-ink-3">–</span>
  const [Icon, look] = CHANGES[change.kind]
  const words = change.kind === 'up' || change.kind === 'down' ? t(`laboratory.change.${change.kind}`, { before: found(change.before) }) : t(`laboratory.change.${change.kind}`)
  return (
    <span className={`flex items-start gap-1 text-sm ${look}`}>
      <Icon size={13} className="mt-[2px] shrink-0" aria-hidden />
      <span>{words}</span>
    </span>
  )
}

/** The first pages found; the ones that were expected are marked. */
function FirstFound({ line, files, onOpen }: { line: Line; files: ByFile; onOpen(place: ExpectedPage): void }) {
  const { t } = useTranslation()
  const place = usePlaceWords(files)
  return (
    <ol className="space-y-px">
      {line.row?.first.slice(0, 3).map((found, index) => {
        const right = isExpected(found, line.saved.pages)
        return (
          <li key={index}>
            <button type="button" title={place(found)} disabled={!files.has(found.file)} onClick={() => onOpen(found)} className={`flex w-full items-center gap-1.5 rounded-sm text-left text-sm enabled:hover:underline ${right ? 'text-accent' : 'text-ink-2'}`}>
              <span className="flex w-3.5 shrink-0 justify-center text-ink-3 tabular">{right ? <Check size={12} className="text-accent" aria-label={t('laboratory.expected')} /> : index + 1}</span>
              <span className="truncate">{files.get(found.file)?.title ?? found.file}</span>
              <span className="shrink-0 tabular">{found.page === null ? '' : t('page.short', { page: found.page })}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

interface Props {
  lines: Line[]
  files: ByFile
  onForget(qid: string): void
}

/** Every saved question with where its answer was found. */
export function QuestionTable({ lines, files, onForget }: Props) {
  const { t } = useTranslation()
  const { openReader, go, setDraft } = useUi()
  const open = ({ file, page }: ExpectedPage) => {
    const row = files.get(file)
    if (row) openReader({ document: row.id, page: page ?? 1, locators: [], source: null })
  }
  const ask = (question: string) => {
    go({ name: 'chat', conversation: null })
    setDraft(question)
  }
  return (
    <table className="w-full table-fixed text-left" aria-label={t('laboratory.questions')}>
      <thead className="text-sm text-ink-3">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 pr-4 font-normal">
            {t('laboratory.question')}
          </th>
          <th scope="col" className="w-[128px] py-1.5 pr-4 font-normal">
            {t('laboratory.foundAt')}
          </th>
          <th scope="col" className="hidden w-[280px] py-1.5 pr-4 font-normal @3xl:table-cell">
            {t('laboratory.first')}
          </th>
          <th scope="col" className="w-[128px] py-1.5 pr-2 font-normal">
            {t('laboratory.changed')}
          </th>
          <th scope="col" className="w-8 py-1.5">
            <span className="sr-only">{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.saved.qid} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-4 font-normal">
              <p className="selectable break-words">{line.saved.question}</p>
              <p className="mt-0.5 text-sm break-words text-ink-3">
                {line.saved.pages.map((expected, index) => (
                  <Place key={index} files={files} place={expected} />
                ))}
              </p>
            </th>
            <td className="py-2 pr-4">
              <FoundCell line={line} />
            </td>
            <td className="hidden py-2 pr-4 @3xl:table-cell">
              <FirstFound line={line} files={files} onOpen={open} />
            </td>
            <td className="py-2 pr-2">
              <ChangeCell change={line.change} />
            </td>
            <td className="py-1">
              <Menu
                trigger={<IconButton icon={Ellipsis} label={t('laboratory.more', { question: line.saved.question })} />}
                items={[
                  { label: t('laboratory.ask'), onSelect: () => ask(line.saved.question) },
                  ...line.saved.pages.slice(0, 1).filter(({ file }) => files.has(file)).map((expected) => ({ label: t('laboratory.open'), onSelect: () => open(expected) })),
                  { label: t('laboratory.forgetOne'), danger: true, onSelect: () => setTimeout(() => onForget(line.saved.qid)) },
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
