import type { Vendor } from './vendor.ts'

/**
 * Lightspeed Restaurant K-Series, "Order and Pay: Webhook": a password, and an id of the delivery in a header. The body of
 * a notification depends on what the webhook expands, so its mapping begins with the names that are usual, to be pointed
 * at the first delivery.
 */
export const lightspeed: Vendor = {
  id: 'lightspeed',
  name: 'Lightspeed K-Series',
  kind: 'tills',
  about: 'An event for each notification of an order, a payment or a reservation.',
  proof: { scheme: 'shared_secret', in: 'basic', username: 'millrace' },
  secret: 'Password of the webhook',
  secretFrom: 'us',
  format: 'json',
  repeats: { header: 'x-lightspeed-idempotency-key' },
  mapping: {
    id: { header: 'x-lightspeed-idempotency-key' },
    source: 'lightspeed',
    guest: {
      identifiers: [
        { type: 'email', value: { path: '$..email' } },
        { type: 'phone', value: { path: '$..phoneNumber' } },
      ],
    },
    parameters: {},
  },
  steps: [
    'Create a webhook with the Order and Pay API, with the address of this connection and basic authentication.',
    'Use the name millrace and the password that you enter here as the secret.',
    'Point the mapping at the first delivery that arrives.',
  ],
}
