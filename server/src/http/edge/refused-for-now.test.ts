import { expect, test } from 'vitest'
import { Overloaded } from '#base/overloaded.ts'
import { createLogFailure } from './refused-for-now.ts'

test('a crowd that is refused is one line every ten seconds, with how many it was; what failed is a line each', () => {
  let at = 0
  const lines: unknown[] = []
  const line = (detail: object, sentence: string) => lines.push([sentence, detail])
  const request = { id: 'one', log: { error: line, warn: line } } as never
  const logFailure = createLogFailure(() => at)
  const failed = new Error('broken')
  for (; at < 12_000; at += 1_000) logFailure(new Overloaded(), request)
  logFailure(failed, request)
  logFailure(failed, request)
  const refused = 'requests were refused: they would have waited for too long'
  expect(lines).toEqual([
    [refused, { request_id: 'one', refused: 1 }],
    [refused, { request_id: 'one', refused: 10 }],
    ['request failed', { request_id: 'one', err: failed }],
    ['request failed', { request_id: 'one', err: failed }],
  ])
})

test('only who is refused with a crowd has no other line', () => {
  const request = () => ({ id: 'one', log: { error() {}, warn() {} }, inCrowd: false })
  const [one, other] = [request(), request()]
  const logFailure = createLogFailure()
  logFailure(new Overloaded(), one as never)
  logFailure(new Error('broken'), other as never)
  expect([one.inCrowd, other.inCrowd]).toEqual([true, false])
})
