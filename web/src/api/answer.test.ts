import { expect, test } from 'vitest'
import { readAnswer } from './answer.ts'

test('an answer is its value', async () => {
  expect(await readAnswer(Response.json({ message: 'Done.' }))).toEqual({
    ok: true,
    value: { message: 'Done.' },
  })
})

test('a refusal keeps its code, its faults by field, and the id to ask about', async () => {
  const body = {
    message: 'The request has faults; see errors.',
    code: 'validation_failed',
    errors: { name: ['is required'] },
    request_id: 'r1',
  }
  expect(await readAnswer(Response.json(body, { status: 400 }))).toEqual({
    ok: false,
    failure: {
      kind: 'refused',
      status: 400,
      code: 'validation_failed',
      message: body.message,
      errors: body.errors,
      requestId: 'r1',
      body,
    },
  })
})

test('what a proxy answers in place of the server counts as no answer', async () => {
  const page = await readAnswer(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(page).toMatchObject({ ok: false, failure: { kind: 'gone', status: 502 } })
  const other = await readAnswer(Response.json({ error: 'upstream' }, { status: 503 }))
  expect(other).toMatchObject({ ok: false, failure: { kind: 'gone', status: 503 } })
  expect(await readAnswer(Response.json(null, { status: 500 }))).toMatchObject({ failure: { kind: 'gone' } })
})

test('who was too quick learns how long to wait', async () => {
  const headers = { 'retry-after': '12' }
  const answer = await readAnswer(Response.json({ message: 'Too many requests.' }, { status: 429, headers }))
  expect(answer).toMatchObject({
    failure: { message: 'Too many requests. Try again in 12 seconds.', retryAfter: 12 },
  })
})

test.each([
  [500, {}, 'Something went wrong in Millrace. Nothing you entered was lost. Try again in a moment.'],
  [503, {}, 'Millrace is not available right now. Nothing you entered was lost. Try again in a moment.'],
  [
    503,
    { 'retry-after': '1' },
    'Millrace is not available right now. Nothing you entered was lost. Try again in a second.',
  ],
])(
  'what is said to integrations about %i is said to people in other words',
  async (status, headers, message) => {
    const body = { message: 'Retry with the same Idempotency-Key.', request_id: 'r1' }
    const answer = await readAnswer(Response.json(body, { status, headers }))
    expect(answer).toMatchObject({ failure: { message, requestId: 'r1' } })
  },
)
