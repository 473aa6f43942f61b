/** Turns whatever was thrown into a `WireError`. */
import type { WireError } from './generated/types'

export function isWireError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}

export function toWireError(thrown: unknown): WireError {
  if (isWireError(thrown)) return thrown
  if (thrown instanceof Error) return { code: 'internal', message: thrown.message }
  return { code: 'internal', message: String(thrown) }
}

/** A promise with its handles outside, and no complaint when nobody listens to its failure. */
export function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}

/** An answer that is filed nowhere has no conversation to go to. */
export function settleConversation(conversation: ReturnType<typeof deferred<number>>, id: number | null): void {
  if (id === null) conversation.reject(toWireError(new Error('the answer is not filed')))
  else conversation.resolve(id)
}
