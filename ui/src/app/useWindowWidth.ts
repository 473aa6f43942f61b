import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, () => window.innerWidth)
}
