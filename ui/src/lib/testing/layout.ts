/** A size for every element: jsdom lays nothing out, and virtual lists show nothing in a frame without height. */
import { vi } from 'vitest'

export function pretendSize(width = 900, height = 900): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
}
