import type { Mapping } from '@millrace/contract/connection-mapping'
import type { Vendor } from './vendor.ts'

/** What is usual, to begin with. */
const usual = (at: string): Mapping => ({
  source: 'webhook',
  guest: {
    identifiers: [
      { type: 'email', value: { path: `${at}.email` } },
      { type: 'phone', value: { path: `${at}.phone` } },
    ],
    name: { path: `${at}.name` },
  },
  parameters: {},
})

const steps = [
  'Give the address of this connection to the other system.',
  'Enter its secret here, or a secret of your own that it sends along.',
  'Point the mapping at the first delivery that arrives.',
]

export const json: Vendor = {
  id: 'json',
  name: 'Any system: JSON',
  kind: 'general',
  about: 'An event for each JSON delivery, with a token or a signature.',
  proof: { scheme: 'shared_secret', in: 'bearer' },
  anyProof: true,
  secret: 'A token of your own',
  secretFrom: 'us',
  format: 'json',
  repeats: { header: 'idempotency-key' },
  mapping: usual('$'),
  steps,
}

export const form: Vendor = {
  ...json,
  id: 'form',
  name: 'Any system: form',
  about: 'An event for each form post, with a token or a signature.',
  format: 'form',
}

/** https://www.standardwebhooks.com: the id of a message stays the same when it is repeated. */
export const standardWebhooks: Vendor = {
  ...json,
  id: 'standard_webhooks',
  name: 'Standard Webhooks',
  about: 'An event for each message that is signed as the standard says.',
  proof: { scheme: 'standard_webhooks', tolerance_seconds: 300 },
  anyProof: false,
  secret: 'Signing secret (whsec_…)',
  secretFrom: 'them',
  repeats: { header: 'webhook-id' },
  mapping: {
    ...usual('$.data'),
    id: { header: 'webhook-id' },
    parameters: { type: { path: '$.type' } },
    occurred_at: { path: '$.timestamp' },
  },
}

/** CloudEvents 1.0: source and id together name an event. */
export const cloudEvents: Vendor = {
  ...json,
  id: 'cloudevents',
  name: 'CloudEvents',
  about: 'An event for each CloudEvent: structured, binary or in a batch.',
  format: 'cloudevents',
  repeats: 'same_body',
  mapping: {
    ...usual('$.data'),
    each: '$.events[*]',
    id: { join: ['$.source', '$.id'] },
    parameters: { type: { path: '$.type' }, subject: { path: '$.subject' } },
    occurred_at: { path: '$.time' },
  },
}
