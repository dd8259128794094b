import { deliverect } from './deliverect.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

const order = {
  _id: '6560000000000000000000a7',
  _created: '2026-11-15T19:30:00.000000Z',
  channelOrderId: 'T5-0042',
  location: '6560000000000000000000b4',
  channelLink: '6560000000000000000000c2',
  status: 1,
  orderType: 2,
  customer: { name: 'Ada Lovelace', phoneNumber: '+442079460000', email: 'ada@example.com' },
  payment: { amount: 2350, type: 0 },
  decimalDigits: 2,
}

export const deliverectExample: VendorExample = {
  vendor: deliverect,
  secret: 'channel-link-id',
  sign: (secret, body) => ({ 'x-server-authorization-hmac-sha256': hmac256('hex', secret, body) }),
  deliveries: [
    {
      name: 'an order',
      body: order,
      makes: [
        {
          identity: 'id 6560000000000000000000a7',
          name: 'Ada Lovelace',
          parameters: { spend: 23.5, order_id: 'T5-0042', order_type: 2, source: 'deliverect' },
          occurredAt: '2026-11-15T19:30:00.000Z',
        },
      ],
    },
    { name: 'a cancellation', body: { ...order, status: 100 }, makes: ['rule_failed'] },
  ],
}
