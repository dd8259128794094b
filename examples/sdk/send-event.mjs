// Gets a token, sends an event and prints the receipt.
import { Millrace } from '@millrace/client'

const { env } = process

const millrace = new Millrace({
  clientId: env.MILLRACE_CLIENT_ID,
  clientSecret: env.MILLRACE_CLIENT_SECRET,
  authUrl: env.MILLRACE_AUTH_URL,
  baseUrl: env.MILLRACE_BASE_URL,
})

const receipt = await millrace.events.send({
  organisation_registration_id: env.MILLRACE_GUEST_ID ?? '0192c8a0-0000-7000-8000-000000000101',
  serials: [env.MILLRACE_SERIAL ?? 'HARBOUR-01'],
  parameters: { source: env.MILLRACE_SOURCE ?? 'till', spend: 42.5 },
})
console.log(JSON.stringify(receipt, null, 2))
