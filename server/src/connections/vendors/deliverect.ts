import { hundredths, type Vendor } from './vendor.ts'

/**
 * https://developers.deliverect.com/docs/how-to-i-verify-orders-received-to-webhook and "Glossary - POS Orders". A
 * cancellation is the same order with the status 100.
 */
export const deliverect: Vendor = {
  id: 'deliverect',
  name: 'Deliverect',
  kind: 'tills',
  about: 'An event for each delivery order that is not cancelled.',
  proof: {
    scheme: 'hmac',
    header: 'x-server-authorization-hmac-sha256',
    algorithm: 'sha256',
    encoding: 'hex',
    signed: 'body',
  },
  secret: 'HMAC secret',
  secretFrom: 'them',
  format: 'json',
  repeats: 'same_body',
  mapping: {
    when: [{ value: { path: '$.status' }, is: 'none_of', than: [100, 110] }],
    id: { path: '$._id' },
    source: 'deliverect',
    guest: {
      identifiers: [
        { type: 'email', value: { path: '$.customer.email' } },
        { type: 'phone', value: { path: '$.customer.phoneNumber' } },
      ],
      name: { path: '$.customer.name' },
    },
    venue: { path: '$.location' },
    parameters: {
      spend: hundredths('$.payment.amount'),
      order_id: { path: '$.channelOrderId' },
      order_type: { path: '$.orderType' },
    },
    occurred_at: { path: '$._created' },
  },
  steps: [
    'Give the address of this connection to Deliverect as the order webhook.',
    'Paste the HMAC secret that Deliverect sends you here. In staging it is the id of the channel link.',
  ],
}
