import { hundredths, type Vendor } from './vendor.ts'

/** https://docs.stripe.com/webhooks, "Verify webhook signatures manually", and the reference of the Charge object. */
export const stripe: Vendor = {
  id: 'stripe',
  name: 'Stripe',
  kind: 'payments',
  about: 'An event for each charge that succeeds, with its amount.',
  proof: { scheme: 'stripe', tolerance_seconds: 300 },
  secret: 'Signing secret (whsec_…)',
  secretFrom: 'them',
  format: 'json',
  repeats: 'same_body',
  mapping: {
    when: [{ value: { path: '$.type' }, is: 'equal_to', than: 'charge.succeeded' }],
    became: { thing: { path: '$.data.object.id' }, state: { path: '$.data.object.paid' }, one_of: [true] },
    source: 'stripe',
    guest: {
      identifiers: [
        { type: 'external_id', value: { path: '$.data.object.customer' }, system: 'stripe' },
        { type: 'email', value: { path: '$.data.object.billing_details.email' } },
        { type: 'email', value: { path: '$.data.object.receipt_email' } },
        { type: 'phone', value: { path: '$.data.object.billing_details.phone' } },
      ],
      name: { path: '$.data.object.billing_details.name' },
    },
    venue: { path: '$.data.object.metadata.venue' },
    parameters: {
      spend: hundredths('$.data.object.amount'),
      currency: { path: '$.data.object.currency' },
      charge_id: { path: '$.data.object.id' },
    },
    occurred_at: { path: '$.created', as: 'moment' },
  },
  steps: [
    'In the Dashboard, open Developers, then Webhooks, and add an endpoint with the address of this connection.',
    'Choose the event charge.succeeded.',
    'Reveal the signing secret of the endpoint, and paste it here.',
    'If your charges have the venue in their metadata as "venue", add an alias for each.',
  ],
}
