import { typeform } from './typeform.ts'
import { hmac256, type VendorExample } from './vendor-example.fixture.ts'

export const typeformExample: VendorExample = {
  vendor: typeform,
  secret: 'form-secret',
  sign: (secret, body) => ({ 'typeform-signature': `sha256=${hmac256('base64', secret, body)}` }),
  deliveries: [
    {
      name: 'a form that was filled in',
      body: {
        event_id: 'e-1',
        event_type: 'form_response',
        form_response: {
          form_id: 'after-dinner',
          token: 't-1',
          submitted_at: '2026-11-15T22:00:00Z',
          answers: [
            { type: 'number', number: 5, field: { id: 'f1', type: 'rating' } },
            { type: 'email', email: 'ada@example.com', field: { id: 'f2', type: 'email' } },
          ],
        },
      },
      makes: [
        {
          identity: 'id t-1',
          identifiers: [{ type: 'email', value: 'ada@example.com' }],
          parameters: { form_id: 'after-dinner', rating: 5, source: 'typeform' },
        },
      ],
    },
  ],
}
