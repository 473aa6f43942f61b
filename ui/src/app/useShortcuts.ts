import { useEffect } from 'react'

import { useUi } from '@/lib/ui'

/** Shows how an answer was found; closes it again when it is shown. */
function toggleInspector(ui: ReturnType<typeof useUi.getState>): void {
  if (ui.panel.open && ui.panel.tab === 'inspector') return ui.closePanel()
  const focused = document.activeElement?.closest<HTMLElement>('article[data-turn]')
  ui.inspect(focused?.dataset.turn ?? null)
  requestAnimationFrame(() => document.getElementById('tab-inspector')?.focus())
}

/** Keys that work everywhere: Ctrl/Cmd with K, N, 1, 2, comma; I beside an answer; Escape closes the panel. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const ui = useUi.getState()
      if (event.key === 'Escape' && !event.defaultPrevented && ui.panel.open) {
        const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
        if (!typing) ui.closePanel()
        return
      }
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const actions: Record<string, () => void> = {
        k: () => ui.setPalette(!ui.palette),
        n: () => ui.go({ name: 'chat', conversation: null }),
        '1': () => ui.go({ name: 'library' }),
        '2': () => ui.go({ name: 'laboratory' }),
        ...(ui.view.name === 'chat' ? { i: () => toggleInspector(ui) } : {}),
        ',': () => ui.go({ name: 'settings' }),
      }
      const action = actions[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
