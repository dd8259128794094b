import { square } from './square.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

const payment = (status: string) => ({
  merchant_id: 'M-HARBOUR',
  type: 'payment.updated',
  event_id: `b1c7a1f2-0000-4000-8000-00000000000${status.length}`,
  created_at: '2026-11-15T19:30:02Z',
  data: {
    type: 'payment',
    id: 'pay-42',
    object: {
      payment: {
        id: 'pay-42',
        status,
        updated_at: '2026-11-15T19:30:01.000Z',
        total_money: { amount: 4250, currency: 'GBP' },
        location_id: 'LHARBOUR00001',
        order_id: 'order-42',
        customer_id: 'CUST-ADA',
        buyer_email_address: 'ada@example.com',
      },
    },
  },
})

export const squareExample: VendorExample = {
  vendor: square,
  secret: 'square-signature-key',
  sign: (secret, body, url) => ({ 'x-square-hmacsha256-signature': hmac256('base64', secret, url, body) }),
  deliveries: [
    { name: 'a payment that is approved', body: payment('APPROVED'), makes: ['not_yet_in_state'] },
    {
      name: 'a payment that is completed',
      body: payment('COMPLETED'),
      makes: [
        {
          identity: 'became pay-42',
          identifiers: [
            { type: 'external_id', value: 'CUST-ADA', system: 'square' },
            { type: 'email', value: 'ada@example.com' },
          ],
          source: 'square',
          parameters: { spend: 42.5, currency: 'GBP', order_id: 'order-42', source: 'square' },
          occurredAt: '2026-11-15T19:30:01.000Z',
        },
      ],
    },
    {
      name: 'another event',
      body: { ...payment('COMPLETED'), type: 'refund.created' },
      makes: ['rule_failed'],
    },
  ],
}
