import type { Vendor } from './vendor.ts'

/** https://shopify.dev/docs/apps/build/webhooks/verify-deliveries */
export const shopify: Vendor = {
  id: 'shopify',
  name: 'Shopify',
  kind: 'shop',
  about: 'An event for each order that becomes paid, with its total.',
  proof: {
    scheme: 'hmac',
    header: 'x-shopify-hmac-sha256',
    algorithm: 'sha256',
    encoding: 'base64',
    signed: 'body',
  },
  secret: 'Client secret of the app',
  secretFrom: 'them',
  format: 'json',
  repeats: { header: 'x-shopify-webhook-id' },
  mapping: {
    when: [{ value: { header: 'x-shopify-topic' }, is: 'one_of', than: ['orders/paid', 'orders/updated'] }],
    became: { thing: { path: '$.id' }, state: { path: '$.financial_status' }, one_of: ['paid'] },
    source: 'shopify',
    guest: {
      identifiers: [
        { type: 'external_id', value: { path: '$.customer.id', as: 'text' }, system: 'shopify' },
        { type: 'email', value: { path: '$.email' } },
        { type: 'phone', value: { path: '$.phone' } },
      ],
      name: { join: ['$.customer.first_name', '$.customer.last_name'] },
    },
    venue: { path: '$.location_id', as: 'text' },
    parameters: {
      spend: { path: '$.total_price', as: 'number' },
      currency: { path: '$.currency' },
      order_id: { path: '$.id', as: 'text' },
      items: { path: '$.line_items[*]', take: 'count' },
    },
    occurred_at: { path: '$.processed_at' },
  },
  steps: [
    'In the settings of the shop, under Notifications, choose Webhooks, then Create webhook.',
    'Choose the event Order payment and the format JSON, and paste the address of this connection.',
    'Paste the secret that is shown below the list of webhooks, or the client secret of your app, here.',
  ],
}
