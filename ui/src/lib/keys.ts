import type { KeyboardEvent } from 'react'

/** Whether a key belongs to the composition of Chinese or other characters. WebKit ends the composition before it sends the
 * key that ended it, and marks that key with the code 229 only. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229
}
