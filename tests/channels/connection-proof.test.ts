import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { prove } from '../../server/src/connections/proof/prove.ts'

test('what the reference implementation of Standard Webhooks signs proves where it comes from', async () => {
  const secret = `whsec_${Buffer.from('a key of thirty-two random bytes').toString('base64')}`
  const now = new Date('2026-11-16T12:00:00Z')
  const body = '{"spend":12.5}'
  const signature = new Webhook(secret).sign('msg_2', now, body)
  const presented = (text: string) => ({
    headers: {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(now.getTime() / 1_000),
      'webhook-signature': `v1a,AAAA v1,AAAA ${signature}`,
    },
    body: Buffer.from(text),
    url: 'https://guests.example.com/hooks/abc',
    now,
  })
  expect(await prove({ scheme: 'standard_webhooks' }, [secret], presented(body))).toEqual({ ok: true })
  expect((await prove({ scheme: 'standard_webhooks' }, [secret], presented(`${body} `))).ok).toBe(false)
})
