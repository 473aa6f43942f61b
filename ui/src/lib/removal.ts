/** Documents that are leaving the library: for a few seconds they are only hidden, so that it can be undone. */
import { create } from 'zustand'

import { backend, toWireError } from '@/backend'

import { useUi } from './ui'

export const UNDO_MS = 8000

interface Removal {
  /** Hidden, not yet removed. */
  leaving: number[]
  remove(ids: number[]): void
  undo(): void
  /** Removes what is waiting at once. */
  flush(): Promise<void>
}

let timer: ReturnType<typeof setTimeout> | undefined

export const useRemoval = create<Removal>((set, get) => ({
  leaving: [],
  remove: (ids) => {
    clearTimeout(timer)
    const leaving = [...new Set([...get().leaving, ...ids])]
    set({ leaving })
    useUi.setState((ui) => ({ scope: ui.scope.filter((id) => !leaving.includes(id)) }))
    timer = setTimeout(() => void get().flush(), UNDO_MS)
  },
  undo: () => {
    clearTimeout(timer)
    set({ leaving: [] })
  },
  flush: async () => {
    clearTimeout(timer)
    const ids = get().leaving
    if (ids.length === 0) return
    try {
      await backend().call('document_remove', { ids })
    } catch (thrown) {
      useUi.getState().notify(toWireError(thrown))
    } finally {
      set((state) => ({ leaving: state.leaving.filter((id) => !ids.includes(id)) }))
    }
  },
}))
