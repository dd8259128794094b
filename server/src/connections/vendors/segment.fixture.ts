import { segment } from './segment.ts'
import type { VendorExample } from './vendor-example.fixture.ts'

const track = {
  type: 'track',
  messageId: 'm-1',
  event: 'Order Completed',
  userId: 'u-ada',
  properties: { revenue: 42.5, currency: 'GBP' },
  timestamp: '2026-11-15T19:30:00.000Z',
}

export const segmentExample: VendorExample = {
  vendor: segment,
  secret: 'a-token-of-our-own',
  sign: secret => ({ authorization: `Bearer ${secret}` }),
  deliveries: [
    {
      name: 'a track call',
      body: track,
      makes: [
        {
          identity: 'id m-1',
          identifiers: [{ type: 'external_id', value: 'u-ada', system: 'segment' }],
          parameters: { event: 'Order Completed', spend: 42.5, currency: 'GBP', source: 'segment' },
        },
      ],
    },
    { name: 'a page call', body: { ...track, type: 'page' }, makes: ['rule_failed'] },
  ],
}
