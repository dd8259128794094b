import { mews } from './mews.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

const booking = {
  data: {
    id: 'b-7',
    type: 'bookings',
    attributes: { status: 'seated', updatedAt: '2026-11-15T19:30:00.465Z' },
  },
  meta: { eventType: 'booking.status.updated' },
}

export const mewsExample: VendorExample = {
  vendor: mews,
  secret: 'mews-secret',
  sign: (secret, body) => ({ 'x-signature': hmac256('base64', secret, body) }),
  deliveries: [
    {
      name: 'another event',
      body: { ...booking, meta: { eventType: 'order.state.updated' } },
      makes: ['rule_failed'],
    },
    {
      name: 'a booking that is seated',
      body: booking,
      makes: [
        {
          identity: 'id b-7 seated 2026-11-15T19:30:00.465Z',
          identifiers: [{ type: 'external_id', value: 'b-7', system: 'mews_booking' }],
          parameters: { booking_id: 'b-7', status: 'seated', source: 'mews' },
          occurredAt: '2026-11-15T19:30:00.465Z',
        },
      ],
    },
  ],
}
