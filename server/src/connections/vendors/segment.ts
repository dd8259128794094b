import type { Vendor } from './vendor.ts'

/**
 * The track call of Segment's specification. A Webhooks destination can send headers that its owner chooses, which is the
 * proof here: its signature covers only the first call of a batch.
 */
export const segment: Vendor = {
  id: 'segment',
  name: 'Segment',
  kind: 'general',
  about: 'An event for each track call.',
  proof: { scheme: 'shared_secret', in: 'bearer' },
  secret: 'A token of your own',
  secretFrom: 'us',
  format: 'json',
  repeats: 'same_body',
  mapping: {
    when: [{ value: { path: '$.type' }, is: 'equal_to', than: 'track' }],
    id: { path: '$.messageId' },
    source: 'segment',
    guest: {
      identifiers: [
        { type: 'external_id', value: { path: '$.userId' }, system: 'segment' },
        { type: 'email', value: { path: '$.properties.email' } },
        { type: 'email', value: { path: '$.context.traits.email' } },
      ],
    },
    parameters: {
      event: { path: '$.event' },
      spend: { path: '$.properties.revenue', as: 'number' },
      currency: { path: '$.properties.currency' },
    },
    occurred_at: { path: '$.timestamp' },
  },
  steps: [
    'Add a Webhooks destination with the address of this connection.',
    'Add the header Authorization with the value "Bearer " and a token of your own, and paste the token here.',
  ],
}
