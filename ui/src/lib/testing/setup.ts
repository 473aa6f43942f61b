import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

import { useLive } from '@/features/chat/live'

import { startLanguage } from '../i18n'
import { useRemoval } from '../removal'
import { useUi } from '../ui'

// A busy machine is no failure.
configure({ asyncUtilTimeout: 20_000 })
localStorage.setItem('waymark.language', 'en')
startLanguage()
window.matchMedia ??= (query) => ({ matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Nothing is drawn here, so nothing can be measured either.
HTMLCanvasElement.prototype.getContext = () => null
HTMLImageElement.prototype.decode ??= () => Promise.resolve()
// Newer engines answer with a promise.
const scrolled = () => Promise.resolve() as unknown as undefined
Element.prototype.scrollTo ??= scrolled
Element.prototype.scrollIntoView ??= scrolled
Element.prototype.hasPointerCapture ??= () => false
afterEach(() => {
  cleanup()
  useUi.setState(useUi.getInitialState(), true)
  useLive.setState(useLive.getInitialState(), true)
  useRemoval.setState(useRemoval.getInitialState(), true)
})
