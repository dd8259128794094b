import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { WebhookVerificationError } from './errors.ts'
import { webhooks } from './webhooks.ts'

const secretOf = (fill: number) => `whsec_${Buffer.alloc(24, fill).toString('base64')}`
const secret = secretOf(1)
const other = secretOf(2)
const body = JSON.stringify({ guest: 'Zoë', points: 12 })

function signed(by: string, { at = new Date(), id = 'msg_1', text = body } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, at, text),
  }
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const failure = (result: Promise<unknown>) =>
  result.then(
    () => 'verified',
    error => error,
  )

describe('a message that the reference implementation signed', () => {
  test('is verified, and its content handed over', async () => {
    const headers = signed(secret)
    expect(await webhooks.verify(body, headers, secret)).toEqual({
      id: 'msg_1',
      timestamp: new Date(Number(headers['webhook-timestamp']) * 1_000),
      payload: { guest: 'Zoë', points: 12 },
    })
  })

  test('is verified whatever is in it', async () => {
    const text = fc.string({ unit: 'grapheme' }).map(value => JSON.stringify({ value }))
    const key = fc
      .uint8Array({ minLength: 1, maxLength: 64 })
      .map(bytes => Buffer.from(bytes).toString('base64'))
    await fc.assert(
      fc.asyncProperty(text, key, fc.uuid(), async (content, bySecret, id) => {
        const { payload } = await webhooks.verify(content, signed(bySecret, { id, text: content }), bySecret)
        expect(payload).toEqual(JSON.parse(content))
      }),
    )
  })

  test.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['a part of a larger buffer', Buffer.from(`xx${body}`).subarray(2)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('is verified from a body that is %s', async (_what, bytes) => {
    expect((await webhooks.verify(bytes, signed(secret), secret)).id).toBe('msg_1')
  })

  test('is verified from Headers, and from names in any spelling', async () => {
    const headers = signed(secret)
    expect((await webhooks.verify(body, new Headers(headers), secret)).id).toBe('msg_1')
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect((await webhooks.verify(body, shouted, secret)).id).toBe('msg_1')
  })

  test('is verified with the secret with or without its prefix', async () => {
    expect((await webhooks.verify(body, signed(secret), secret.slice(6))).id).toBe('msg_1')
  })

  test('is verified while either side replaces its secret', async () => {
    const both = {
      ...signed(secret),
      'webhook-signature': `v1a,AAAA ${signed(other)['webhook-signature']} ${signed(secret)['webhook-signature']}`,
    }
    expect((await webhooks.verify(body, both, secret)).id).toBe('msg_1')
    expect((await webhooks.verify(body, signed(secret), [other, secret])).id).toBe('msg_1')
  })

  test('may be up to five minutes old or early, or as much as was asked for', async () => {
    expect((await webhooks.verify(body, signed(secret, { at: minutesAgo(4.9) }), secret)).id).toBe('msg_1')
    expect((await webhooks.verify(body, signed(secret, { at: minutesAgo(-4.9) }), secret)).id).toBe('msg_1')
    const old = signed(secret, { at: minutesAgo(60) })
    expect((await webhooks.verify(body, old, secret, { toleranceSeconds: 3_700 })).id).toBe('msg_1')
  })
})

describe('what is refused', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(signed(secret)).filter(([key]) => key !== name))

  test.each([
    ['another secret', body, signed(other), 'None of the signatures'],
    ['a changed body', body.replace('12', '13'), signed(secret), 'None of the signatures'],
    ['another id', body, { ...signed(secret), 'webhook-id': 'msg_2' }, 'None of the signatures'],
    [
      'a later time',
      body,
      {
        ...signed(secret, { at: minutesAgo(1) }),
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      },
      'None of the signatures',
    ],
    ['a message of six minutes ago', body, signed(secret, { at: minutesAgo(6) }), 'too old'],
    ['a message from six minutes ahead', body, signed(secret, { at: minutesAgo(-6) }), 'future'],
    ['a time that is none', body, { ...signed(secret), 'webhook-timestamp': '1e9' }, 'timestamp'],
    ['no id', body, without('webhook-id'), 'webhook-id is missing'],
    ['no time', body, without('webhook-timestamp'), 'webhook-timestamp is missing'],
    ['no signature', body, without('webhook-signature'), 'webhook-signature is missing'],
    [
      'a signature that is no base64',
      body,
      { ...signed(secret), 'webhook-signature': 'v1,%%%' },
      'None of the signatures',
    ],
    [
      'a signature cut short',
      body,
      { ...signed(secret), 'webhook-signature': signed(secret)['webhook-signature'].slice(0, 20) },
      'None of the signatures',
    ],
    ['an empty signature', body, { ...signed(secret), 'webhook-signature': 'v1,' }, 'None of the signatures'],
    [
      'a right signature of another version',
      body,
      { ...signed(secret), 'webhook-signature': signed(secret)['webhook-signature'].replace('v1,', 'v2,') },
      'None of the signatures',
    ],
  ])('%s', async (_what, content, headers, sentence) => {
    const error = await failure(webhooks.verify(content, headers, secret))
    expect(error).toBeInstanceOf(WebhookVerificationError)
    expect(String(error)).toContain(sentence)
  })

  test.each([['no base64 at all'], ['whsec_'], [[]]])(
    'a secret that cannot be one, without repeating it',
    async wrong => {
      const error = await failure(webhooks.verify(body, signed(secret), wrong))
      expect(error).toBeInstanceOf(TypeError)
      expect(String(error)).not.toContain('no base64 at all')
    },
  )
})
