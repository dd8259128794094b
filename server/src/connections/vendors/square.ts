import { hundredths, type Vendor } from './vendor.ts'

/** https://developer.squareup.com/docs/webhooks/step3validate and the reference of payment.updated. */
export const square: Vendor = {
  id: 'square',
  name: 'Square',
  kind: 'tills',
  about: 'An event for each payment that is completed, with its amount.',
  proof: {
    scheme: 'hmac',
    header: 'x-square-hmacsha256-signature',
    algorithm: 'sha256',
    encoding: 'base64',
    signed: 'url_body',
  },
  secret: 'Signature key',
  secretFrom: 'them',
  format: 'json',
  repeats: 'same_body',
  mapping: {
    when: [{ value: { path: '$.type' }, is: 'one_of', than: ['payment.created', 'payment.updated'] }],
    became: {
      thing: { path: '$.data.object.payment.id' },
      state: { path: '$.data.object.payment.status' },
      one_of: ['COMPLETED'],
    },
    source: 'square',
    guest: {
      identifiers: [
        { type: 'external_id', value: { path: '$.data.object.payment.customer_id' }, system: 'square' },
        { type: 'email', value: { path: '$.data.object.payment.buyer_email_address' } },
      ],
    },
    venue: { path: '$.data.object.payment.location_id' },
    parameters: {
      spend: hundredths('$.data.object.payment.total_money.amount'),
      currency: { path: '$.data.object.payment.total_money.currency' },
      order_id: { path: '$.data.object.payment.order_id' },
    },
    occurred_at: { path: '$.data.object.payment.updated_at' },
  },
  steps: [
    'In the Developer Console, open your application, and under Webhooks choose Subscriptions, then Add subscription.',
    'Paste the address of this connection as the notification URL.',
    'Choose the events payment.created and payment.updated, and save.',
    'Open the subscription, show its signature key, and paste it here as the secret.',
  ],
}
