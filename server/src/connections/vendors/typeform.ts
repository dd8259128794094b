import type { Vendor } from './vendor.ts'

/** https://www.typeform.com/developers/webhooks/secure-your-webhooks/ */
export const typeform: Vendor = {
  id: 'typeform',
  name: 'Typeform',
  kind: 'general',
  about: 'An event for each response to a form.',
  proof: {
    scheme: 'hmac',
    header: 'typeform-signature',
    algorithm: 'sha256',
    encoding: 'base64',
    signed: 'body',
    prefix: 'sha256=',
  },
  secret: 'Secret of the webhook',
  secretFrom: 'us',
  format: 'json',
  repeats: 'same_body',
  mapping: {
    when: [{ value: { path: '$.event_type' }, is: 'equal_to', than: 'form_response' }],
    id: { path: '$.form_response.token' },
    source: 'typeform',
    guest: {
      identifiers: [
        { type: 'email', value: { path: "$.form_response.answers[?@.type == 'email'].email" } },
        { type: 'phone', value: { path: "$.form_response.answers[?@.type == 'phone_number'].phone_number" } },
      ],
    },
    parameters: {
      form_id: { path: '$.form_response.form_id' },
      rating: { path: "$.form_response.answers[?@.type == 'number'].number" },
    },
    occurred_at: { path: '$.form_response.submitted_at' },
  },
  steps: [
    'In the form, open Connect, then Webhooks, and add one with the address of this connection.',
    'Set a secret in its settings, and paste the same one here.',
  ],
}
