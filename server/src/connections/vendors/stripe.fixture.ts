import { stripe } from './stripe.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

const charge = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.succeeded',
  created: 1794771000,
  data: {
    object: {
      id: 'ch_1',
      object: 'charge',
      amount: 1999,
      currency: 'gbp',
      paid: true,
      customer: null,
      receipt_email: null,
      billing_details: { email: 'ada@example.com', phone: '+442079460000', name: 'Ada Lovelace' },
      metadata: {},
    },
  },
}

export const stripeExample: VendorExample = {
  vendor: stripe,
  secret: 'whsec_of_the_endpoint',
  sign(secret, body, _url, now) {
    const time = Math.floor(now.getTime() / 1_000)
    return { 'stripe-signature': `t=${time},v1=${hmac256('hex', secret, `${time}.`, body)}` }
  },
  deliveries: [
    {
      name: 'a charge that succeeded',
      body: charge,
      makes: [
        {
          identity: 'became ch_1',
          identifiers: [
            { type: 'email', value: 'ada@example.com' },
            { type: 'phone', value: '+442079460000' },
          ],
          name: 'Ada Lovelace',
          parameters: { spend: 19.99, currency: 'gbp', charge_id: 'ch_1', source: 'stripe' },
          occurredAt: '2026-11-15T19:30:00.000Z',
        },
      ],
    },
    { name: 'a refund', body: { ...charge, type: 'charge.refunded' }, makes: ['rule_failed'] },
  ],
}
