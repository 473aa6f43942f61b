/** Picks the backend once: the desktop shell when it is there, HTTP otherwise, or what a test puts in. */
import { httpBackend } from './http'
import { tauriBackend } from './tauri'
import type { Backend } from './types'

export type * from './types'
export { tags } from './generated/types'
export { isWireError, toWireError } from './wire'

let current: Backend = '__TAURI_INTERNALS__' in window ? tauriBackend : httpBackend

export const backend = (): Backend => current

/** For tests. */
export function setBackend(replacement: Backend): void {
  current = replacement
}
