/** What the window shows: state of the interface only, never data of the engine. */
import { create } from 'zustand'

import type { AddReport, Locator, PathCount, WireError } from '@/backend'

/** A report on added files, with the folders among them. */
export interface Added extends AddReport {
  folders: string[]
}

export type View = { name: 'library'; /** Linked folder to list. */ folder?: number } | { name: 'folders' } | { name: 'chat'; conversation: number | null; /** Filed turn to begin at. */ turn?: number } | { name: 'laboratory' } | { name: 'settings' }

/** A numbered source that the reader is showing. */
export interface ReaderSource {
  turn: string
  /** As cited; `null` for a passage that was found but not cited. */
  number: number | null
  segment: number
  path: string[]
}

export interface ReaderTarget {
  document: number
  /** From 1. */
  page: number
  locators: Locator[]
  source: ReaderSource | null
  /** Grows with every request, so that the same place can be asked for twice. */
  visit: number
}

export type PanelTab = 'sources' | 'reader' | 'inspector'

/** Parts of the page about one document. */
export type DetailsTab = 'about' | 'outline' | 'summaries'

/** A question to be kept with the place that answers it. */
export interface QuestionDraft {
  question: string
  /** Places that may answer it, the likeliest first; a page is counted from 1. */
  places: { document: number; page: number | null }[]
}

interface Ui {
  view: View
  panel: { open: boolean; tab: PanelTab; wide: boolean }
  reader: ReaderTarget | null
  /** The turn whose sources are listed, or whose search is inspected. */
  turn: string | null
  /** The passage that the inspector unfolds. */
  inspected: number | null
  /** A question that is about to be saved for the laboratory. */
  saving: QuestionDraft | null
  /** Documents that questions are limited to; empty means all. */
  scope: number[]
  /** Collections that questions are limited to, beside `scope`. */
  collections: number[]
  /** The document that is looked at closely. */
  details: { document: number; tab: DetailsTab } | null
  /** Files that wait for a word whether they are too many. */
  intake: (PathCount & { paths: string[] }) | null
  notice: WireError | null
  report: Added | null
  palette: boolean
  /** A question to be worked over in the question box. */
  draft: string | null
  go(view: View): void
  openReader(target: Omit<ReaderTarget, 'visit'>): void
  showSources(turn: string): void
  /** How an answer was found, beside it; `null` is the newest answer. */
  inspect(turn: string | null, segment?: number): void
  setSaving(draft: QuestionDraft | null): void
  /** The page about one document; `null` closes it. */
  showDetails(document: number | null, tab?: DetailsTab): void
  showTab(tab: PanelTab): void
  closePanel(): void
  toggleWide(): void
  setScope(documents: number[]): void
  notify(error: WireError | null): void
  tell(report: AddReport | null, folders?: string[]): void
  setPalette(open: boolean): void
  setDraft(draft: string | null): void
}

export const useUi = create<Ui>((set) => ({
  view: { name: 'library' },
  panel: { open: false, tab: 'reader', wide: false },
  reader: null,
  turn: null,
  inspected: null,
  saving: null,
  scope: [],
  collections: [],
  details: null,
  intake: null,
  notice: null,
  report: null,
  palette: false,
  draft: null,
  go: (view) =>
    set((ui) => {
      const same = ui.view.name === view.name && view.name !== 'chat'
      return { view, details: null, panel: same ? ui.panel : { open: false, tab: 'reader', wide: false }, turn: null, inspected: null }
    }),
  openReader: (target) =>
    set((ui) => ({
      reader: { ...target, visit: (ui.reader?.visit ?? 0) + 1 },
      turn: target.source?.turn ?? ui.turn,
      panel: { ...ui.panel, open: true, tab: 'reader' },
    })),
  showSources: (turn) => set((ui) => ({ turn, panel: { ...ui.panel, open: true, tab: 'sources', wide: false } })),
  inspect: (turn, segment) => set((ui) => ({ turn: turn ?? ui.turn, inspected: segment ?? null, panel: { open: true, tab: 'inspector', wide: false } })),
  setSaving: (saving) => set({ saving }),
  showDetails: (document, tab = 'about') => set({ details: document === null ? null : { document, tab } }),
  showTab: (tab) => set((ui) => ({ panel: { ...ui.panel, open: true, tab } })),
  closePanel: () => set((ui) => ({ panel: { ...ui.panel, open: false, wide: false } })),
  toggleWide: () => set((ui) => ({ panel: { ...ui.panel, wide: !ui.panel.wide } })),
  setScope: (scope) => set({ scope, collections: [] }),
  notify: (notice) => set({ notice }),
  tell: (report, folders = []) => set({ report: report && { ...report, folders } }),
  setPalette: (palette) => set({ palette }),
  setDraft: (draft) => set({ draft }),
}))
