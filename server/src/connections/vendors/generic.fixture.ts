import { cloudEvents, form, json, standardWebhooks } from './generic.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

const ada = [{ type: 'email', value: 'ada@example.com' }] as const
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

export const genericExamples: readonly VendorExample[] = [
  {
    vendor: json,
    secret: 'token',
    sign: bearer,
    deliveries: [
      {
        name: 'JSON',
        body: { email: 'ada@example.com', name: 'Ada' },
        makes: [{ identifiers: ada, name: 'Ada', source: 'webhook' }],
      },
      { name: 'JSON without a guest', body: {}, makes: ['no_identifier'] },
    ],
  },
  {
    vendor: form,
    secret: 'token',
    sign: bearer,
    deliveries: [
      {
        name: 'a form',
        body: 'email=ada%40example.com&name=Ada+Lovelace',
        makes: [{ identifiers: ada, name: 'Ada Lovelace' }],
      },
    ],
  },
  {
    vendor: standardWebhooks,
    secret: 'whsec_bWlsbHJhY2UgbWlsbHJhY2UgbWlsbHJhY2U=',
    sign(secret, body, _url, now, { 'webhook-id': id = 'msg_1' } = {}) {
      const time = String(Math.floor(now.getTime() / 1_000))
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('latin1')
      const signature = hmac256('base64', key, `${id}.${time}.`, body)
      return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
    },
    deliveries: [
      {
        name: 'a message',
        body: { type: 'bill.paid', timestamp: '2026-11-15T19:30:00Z', data: { email: 'ada@example.com' } },
        headers: { 'webhook-id': 'msg_1' },
        makes: [
          { identity: 'id msg_1', identifiers: ada, parameters: { type: 'bill.paid', source: 'webhook' } },
        ],
      },
    ],
  },
  {
    vendor: cloudEvents,
    secret: 'token',
    sign: bearer,
    deliveries: [
      {
        name: 'an event in structured mode',
        headers: { 'content-type': 'application/cloudevents+json' },
        body: {
          specversion: '1.0',
          id: '1',
          source: '/till',
          type: 'bill.paid',
          time: '2026-11-15T19:30:00Z',
          data: { email: 'ada@example.com' },
        },
        makes: [{ identity: 'id /till 1', identifiers: ada, occurredAt: '2026-11-15T19:30:00.000Z' }],
      },
      {
        name: 'an event in binary mode',
        headers: {
          'content-type': 'application/json',
          'ce-specversion': '1.0',
          'ce-id': '2',
          'ce-source': '/till',
          'ce-type': 'bill.paid',
          'ce-time': '2026-11-15T19:30:00Z',
        },
        body: { email: 'ada@example.com' },
        makes: [
          { identity: 'id /till 2', identifiers: ada, parameters: { type: 'bill.paid', source: 'webhook' } },
        ],
      },
    ],
  },
]
