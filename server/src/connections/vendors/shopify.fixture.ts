import { shopify } from './shopify.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

const order = {
  id: 450789469001,
  email: 'ada@example.com',
  phone: null,
  financial_status: 'paid',
  total_price: '19.90',
  currency: 'GBP',
  location_id: null,
  processed_at: '2026-11-15T19:30:00+00:00',
  customer: { id: 207119551, first_name: 'Ada', last_name: 'Lovelace' },
  line_items: [{ id: 1 }, { id: 2 }],
}

export const shopifyExample: VendorExample = {
  vendor: shopify,
  secret: 'shopify-client-secret',
  sign: (secret, body) => ({ 'x-shopify-hmac-sha256': hmac256('base64', secret, body) }),
  deliveries: [
    {
      name: 'an order that is paid',
      body: order,
      headers: { 'x-shopify-topic': 'orders/paid', 'x-shopify-webhook-id': 'w-1' },
      makes: [
        {
          identity: 'became 450789469001',
          identifiers: [
            { type: 'external_id', value: '207119551', system: 'shopify' },
            { type: 'email', value: 'ada@example.com' },
          ],
          name: 'Ada Lovelace',
          parameters: { spend: 19.9, currency: 'GBP', order_id: '450789469001', items: 2, source: 'shopify' },
        },
      ],
    },
    {
      name: 'an order that is pending',
      body: { ...order, financial_status: 'pending' },
      headers: { 'x-shopify-topic': 'orders/updated', 'x-shopify-webhook-id': 'w-2' },
      makes: ['not_yet_in_state'],
    },
  ],
}
