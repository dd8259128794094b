import { toast } from './toast.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

const customer = { guid: 'c-ada', entityType: 'Customer', externalId: null, email: 'ada@example.com' }

const order = (paymentStatus: string, checks: object[] = []) => ({
  timestamp: '2026-11-15T19:31:00.000Z',
  eventCategory: 'order_updated',
  eventType: 'order_updated',
  guid: `event-${paymentStatus}`,
  details: {
    restaurantGuid: '3f0c9a4e-6a55-4c1f-9d2b-0f6a1c2d3e4f',
    order: {
      guid: 'order-7',
      numberOfGuests: 2,
      checks: [
        {
          guid: 'check-1',
          paymentStatus,
          totalAmount: 61.2,
          paidDate: '2026-11-15T19:30:59.000+0000',
          customer,
        },
        ...checks,
      ],
    },
  },
})

export const toastExample: VendorExample = {
  vendor: toast,
  secret: 'toast-secret',
  sign: (secret, body) => ({
    'toast-signature': hmac256('base64', secret, body, JSON.parse(body.toString()).timestamp),
  }),
  deliveries: [
    { name: 'an order that is open', body: order('OPEN'), makes: ['not_yet_in_state'] },
    {
      name: 'an order with one check that is paid and one without a customer',
      body: order('PAID', [{ guid: 'check-2', paymentStatus: 'PAID', totalAmount: 3, paidDate: null }]),
      makes: [
        {
          identity: 'became check-1',
          identifiers: [
            { type: 'external_id', value: 'c-ada', system: 'toast' },
            { type: 'email', value: 'ada@example.com' },
          ],
          name: null,
          parameters: { spend: 61.2, order_id: 'order-7', guests: 2, source: 'toast' },
          occurredAt: '2026-11-15T19:30:59.000Z',
        },
        'no_identifier',
      ],
    },
  ],
}
