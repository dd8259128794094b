import { expect, test } from 'vitest'
import type { FormRequest } from '#channels/http/post-form.ts'
import { createTokens } from './tokens.ts'

const oauth = { token_url: 'https://example.com/token', client_id: 'our till', scope: 'bookings' }
const answer = (status: number, content: object | string) => ({
  kind: 'answer' as const,
  status,
  headers: {},
  body: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  cut: false,
  durationMs: 1,
})

function started(...answers: ReturnType<typeof answer>[]) {
  const asked: FormRequest[] = []
  const clock = { now: 0 }
  const post = async (_: string, request: FormRequest) => {
    asked.push(request)
    return answers[asked.length - 1] ?? answer(500, {})
  }
  const tokens = createTokens(post, () => clock.now)
  return { asked, clock, tokens, get: (secret = 's:t') => tokens.get('org', oauth, secret) }
}

const issued = (token: string, more: object = {}) =>
  answer(200, { access_token: token, token_type: 'Bearer', expires_in: 600, ...more })

test('a token is asked for by HTTP Basic, kept until shortly before it ends, and asked for again', async () => {
  const { asked, clock, get } = started(issued('one'), issued('two'))
  expect(await get()).toEqual({ token: 'one', isKept: false })
  expect(asked[0]).toEqual({
    url: oauth.token_url,
    headers: { authorization: `Basic ${Buffer.from('our+till:s%3At').toString('base64')}` },
    form: { grant_type: 'client_credentials', scope: 'bookings' },
  })
  clock.now = 569_000
  expect(await get()).toEqual({ token: 'one', isKept: true })
  clock.now = 571_000
  expect(await get()).toEqual({ token: 'two', isKept: false })
})

test('a server that takes the client in the body only is asked so, and from then on at once', async () => {
  const { asked, get, tokens } = started(
    answer(401, { error: 'invalid_client' }),
    issued('one'),
    issued('two'),
  )
  expect(await get()).toEqual({ token: 'one', isKept: false })
  expect(asked[1]).toMatchObject({ headers: {}, form: { client_id: 'our till', client_secret: 's:t' } })
  tokens.forget('org', oauth, 's:t')
  expect(await get()).toEqual({ token: 'two', isKept: false })
  expect(asked[2]).toMatchObject({ headers: {}, form: { client_secret: 's:t' } })
})

test('another secret or organisation has its own', async () => {
  const { get, tokens } = started(issued('one'), issued('two'), issued('three'))
  await get()
  expect(await get('other')).toEqual({ token: 'two', isKept: false })
  expect(await tokens.get('other', oauth, 's:t')).toEqual({ token: 'three', isKept: false })
})

test.each([
  [answer(401, { error: 'invalid_client' }), 'The token address answered 401: invalid_client.'],
  [answer(400, { error: '<script>' }), 'The token address answered 400.'],
  [answer(302, ''), 'The token address answered 302.'],
  [answer(200, '<html>'), 'The token address answered without a token.'],
  [answer(200, { access_token: 'a b' }), 'The token address answered without a token.'],
  [
    issued('one', { token_type: 'mac' }),
    'The token address answered with a token of another kind than "Bearer".',
  ],
])('what is no token is said in words: %#', async (given, fault) => {
  const { get } = started(given, given)
  expect(await get()).toEqual({ fault })
})

test.each([undefined, null, 'soon', -1])('an end of %j is none that counts', async expires_in => {
  const { clock, get } = started(issued('one', { expires_in }), issued('two'))
  await get()
  clock.now = 200_000
  expect(await get()).toMatchObject({ isKept: true })
  clock.now = 300_000
  expect(await get()).toMatchObject({ isKept: false })
})
