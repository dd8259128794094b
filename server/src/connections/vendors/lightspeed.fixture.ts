import { lightspeed } from './lightspeed.ts'
import type { VendorExample } from './vendor-example.fixture.ts'

export const lightspeedExample: VendorExample = {
  vendor: lightspeed,
  secret: 'a long password',
  sign: secret => ({ authorization: `Basic ${Buffer.from(`millrace:${secret}`).toString('base64')}` }),
  deliveries: [
    {
      name: 'a notification with an e-mail address',
      body: { order: { customer: { email: 'ada@example.com' } } },
      headers: { 'x-lightspeed-idempotency-key': 'k-1' },
      makes: [{ identity: 'id k-1', identifiers: [{ type: 'email', value: 'ada@example.com' }] }],
    },
  ],
}
