import { expect } from 'vitest'
import type { RawAnswer } from './token-request.ts'

/** RFC 6749 section 5.2: %x20-21 / %x23-5B / %x5D-7E. */
export const legalDescription = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/

/** Everything a refusal of the OAuth endpoints has to be, and every header it must not have. */
export function expectRefusal(answer: RawAnswer, status: number, error: string): void {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.body).toStrictEqual({ error, error_description: expect.stringMatching(legalDescription) })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'x-request-id': expect.any(String),
  })
  const belongs = {
    'www-authenticate': status === 401,
    'retry-after': status === 429 || status === 503,
    'ratelimit-policy': status === 429,
    ratelimit: status === 429,
  }
  for (const [header, there] of Object.entries(belongs)) {
    expect(header in answer.headers, `${header} in the headers`).toBe(there)
  }
}

/** An answer without what differs from one request to the next by its nature. */
export function comparable({ status, headers, text }: RawAnswer): unknown {
  const { date, 'x-request-id': id, ...others } = headers
  return { status, headers: others, text }
}
