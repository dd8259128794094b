import type { FastifyError } from 'fastify'
import { expect, test } from 'vitest'
import { Overloaded } from '#base/overloaded.ts'
import { Refusal } from '../refusal.ts'
import { toRefusal } from './answer-error.ts'

const error = (properties: object) => Object.assign(new Error('secret detail'), properties) as FastifyError

test.each([
  ['too many waiting', new Overloaded() as never, 503, 'unavailable', { 'retry-after': '1' }],
  ['the database away', error({ code: 'ECONNREFUSED' }), 503, 'unavailable', { 'retry-after': '1' }],
  ['a body too large', error({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 413, 'payload_too_large', undefined],
  [
    'another type',
    error({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }),
    415,
    'unsupported_media_type',
    undefined,
  ],
  [
    'a wrong length',
    error({ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' }),
    400,
    'validation_failed',
    undefined,
  ],
  ['an SQL error', error({ code: '42P01' }), 500, 'internal_error', undefined],
  ['a mistake of ours', error({}), 500, 'internal_error', undefined],
])('%s', (_what, thrown, status, code, headers) => {
  const refusal = toRefusal(thrown)
  expect([refusal.status, refusal.code, refusal.details.headers]).toEqual([status, code, headers])
  expect(refusal.message).not.toContain('secret detail')
})

test('a refusal is itself', () => {
  const refusal = new Refusal('guest_not_found')
  expect(toRefusal(refusal as Error as FastifyError)).toBe(refusal)
})
