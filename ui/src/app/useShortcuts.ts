import { useEffect } from 'react'

import { useUi } from '@/lib/ui'

/** Keys that work everywhere: Ctrl/Cmd with K, N, 1, comma; Escape closes the panel. */
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
