import type { Vendor } from './vendor.ts'

/**
 * https://doc.toasttab.com/doc/devguide/apiMessageSigning.html and devOrdersWebhookRef.html. The time that is signed
 * stands in the body. Toast repeats a delivery with the time it first had, so its age is not checked. Names and phone
 * numbers are left out of what it sends, so that they are found only if that changes.
 */
export const toast: Vendor = {
  id: 'toast',
  name: 'Toast',
  kind: 'tills',
  about: 'An event for each check that is paid or closed, with its total.',
  proof: {
    scheme: 'hmac',
    header: 'toast-signature',
    algorithm: 'sha256',
    encoding: 'base64',
    signed: 'body_timestamp',
    timestamp: { field: 'timestamp' },
  },
  secret: 'Webhook secret',
  secretFrom: 'them',
  format: 'json',
  repeats: 'same_body',
  mapping: {
    each: '$.details.order.checks[*]',
    when: [
      {
        value: { path: '$.eventType', of: 'delivery' },
        is: 'one_of',
        than: ['order_updated', 'channel_order_updated'],
      },
    ],
    became: {
      thing: { path: '$.guid' },
      state: { path: '$.paymentStatus' },
      one_of: ['PAID', 'CLOSED'],
    },
    source: 'toast',
    guest: {
      identifiers: [
        { type: 'external_id', value: { path: '$.customer.guid' }, system: 'toast' },
        { type: 'email', value: { path: '$.customer.email' } },
        { type: 'phone', value: { path: '$.customer.phone' } },
      ],
      name: { join: ['$.customer.firstName', '$.customer.lastName'] },
    },
    venue: { path: '$.details.restaurantGuid', of: 'delivery' },
    parameters: {
      spend: { path: '$.totalAmount' },
      order_id: { path: '$.details.order.guid', of: 'delivery' },
      guests: { path: '$.details.order.numberOfGuests', of: 'delivery' },
    },
    occurred_at: { path: '$.paidDate' },
  },
  steps: [
    'Ask Toast support, or in Toast Web if you have standard API access, for a subscription to the orders webhook.',
    'Give the address of this connection as its endpoint.',
    'Paste the secret of the subscription here.',
  ],
}
