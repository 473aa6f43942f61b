import { afterEach, describe, expect, it, vi } from 'vitest'

import { httpBackend } from './http'
import type { AnswerEvent } from './types'

function respond(status: number, ...pieces: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  return vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body, { status }))
}

afterEach(() => vi.restoreAllMocks())

describe('httpBackend', () => {
  it('reads answer lines however they are cut', async () => {
    respond(200, '{"event":"started","stream":3,"conver', 'sation":9}\n{"event":"token","text":"a"}\n', '{"event":"token","text":"度"}')
    const events: AnswerEvent[] = []
    const stream = httpBackend.ask({ question: 'q', conversation: null, scope: [], mode: 'auto', model: null }, (event) => events.push(event))
    await expect(stream.conversation).resolves.toBe(9)
    await stream.done
    expect(events).toEqual([
      { event: 'token', text: 'a' },
      { event: 'token', text: '度' },
    ])
  })

  it('passes refusals on as they are', async () => {
    respond(400, '{"code":"invalid_input","message":"the question is empty"}')
    await expect(httpBackend.call('library_status', null)).rejects.toEqual({ code: 'invalid_input', message: 'the question is empty' })
  })

  it('makes a wire error of anything else', async () => {
    respond(502, 'Bad gateway')
    await expect(httpBackend.call('library_status', null)).rejects.toMatchObject({ code: 'internal' })
  })

  it('reads why an image does not come', async () => {
    respond(422, '{"code":"unreadable","message":"`/a.pdf` is not there any more","hint":"add the file again"}')
    await expect(httpBackend.pageTrouble(1, 2, 800)).resolves.toEqual({ code: 'unreadable', message: '`/a.pdf` is not there any more', hint: 'add the file again' })
    respond(200, 'an image')
    await expect(httpBackend.pageTrouble(1, 2, 800)).resolves.toBeNull()
  })

  it('refuses an answer stream whole when the question is refused', async () => {
    respond(400, '{"code":"too_long","message":"too long"}')
    const stream = httpBackend.ask({ question: 'q', conversation: null, scope: [], mode: 'auto', model: null }, () => undefined)
    await expect(stream.done).rejects.toMatchObject({ code: 'too_long' })
    await expect(stream.conversation).rejects.toMatchObject({ code: 'too_long' })
  })
})
