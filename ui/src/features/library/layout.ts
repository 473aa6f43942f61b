/** The library as a list or as a grid of cards, remembered for the next start. */
import { useState } from 'react'

export type Layout = 'list' | 'grid'

const KEY = 'waymark.library'

export function useLayout(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(KEY) === 'grid' ? 'grid' : 'list'))
  const choose = (next: Layout) => {
    localStorage.setItem(KEY, next)
    setLayout(next)
  }
  return [layout, choose]
}
