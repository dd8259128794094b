import type { Vendor } from './vendor.ts'

const EVENT = { is: 'equal_to', than: 'booking.status.updated' } as const

/**
 * https://docs.mews.com/pos-api/events/webhooks and wh-security. A delivery has the id of a booking and no guest: it finds
 * guests who have that id as an identifier of the system mews_booking. An earlier edition of the page calls the type of an
 * event event_type, the present one eventType; either counts.
 */
export const mews: Vendor = {
  id: 'mews',
  name: 'Mews POS',
  kind: 'bookings',
  about: 'An event each time the status of a booking changes.',
  proof: { scheme: 'hmac', header: 'x-signature', algorithm: 'sha256', encoding: 'base64', signed: 'body' },
  secret: 'Secret of the webhook endpoint',
  secretFrom: 'them',
  format: 'json',
  repeats: 'same_body',
  mapping: {
    when: [
      {
        any: [
          { value: { path: '$.meta.eventType' }, ...EVENT },
          { value: { path: '$.meta.event_type' }, ...EVENT },
        ],
      },
    ],
    id: { join: ['$.data.id', '$.data.attributes.status', '$.data.attributes.updatedAt'] },
    source: 'mews',
    guest: {
      identifiers: [{ type: 'external_id', value: { path: '$.data.id' }, system: 'mews_booking' }],
    },
    parameters: {
      booking_id: { path: '$.data.id' },
      status: { path: '$.data.attributes.status' },
    },
    occurred_at: { path: '$.data.attributes.updatedAt' },
  },
  steps: [
    'Create a webhook endpoint with the API of Mews POS, with the address of this connection and the event booking.status.updated.',
    'Paste the secret of its answer here.',
    'Give guests the id of their booking as an external_id of the system mews_booking.',
  ],
}
