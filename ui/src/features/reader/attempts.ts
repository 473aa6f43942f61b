/** How often the pages of a document were asked for again, after what kept them away may have been mended. */
import { create } from 'zustand'

interface Attempts {
  of: Record<number, number>
  again(document: number): void
}

export const useAttempts = create<Attempts>((set) => ({
  of: {},
  again: (document) => set(({ of }) => ({ of: { ...of, [document]: (of[document] ?? 0) + 1 } })),
}))
