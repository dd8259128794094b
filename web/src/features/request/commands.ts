import type { Addresses } from '../../api/addresses.ts'
import { demo } from '../demo.ts'
import { curl } from './curl.ts'
import { prettyJson } from './pretty-json.ts'

export interface Credentials {
  clientId: string
  clientSecret: string
  token: string
}

export const placeholders: Credentials = {
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  token: 'ACCESS_TOKEN',
}

export const createKey = 'npx millrace keys create --name first'

export const getToken = ({ tokenUrl }: Addresses, given: Credentials) =>
  curl({
    method: 'POST',
    url: tokenUrl,
    headers: { 'content-type': 'application/json' },
    body: prettyJson({
      client_id: given.clientId || placeholders.clientId,
      client_secret: given.clientSecret || placeholders.clientSecret,
      grant_type: 'client_credentials',
    }),
  })

/** The guest of the event. */
export interface EventExample {
  readonly guestId: string
  readonly serial: string
  readonly source: string
}

export const sendEvent = (
  { baseUrl }: Addresses,
  given: Pick<Credentials, 'token'>,
  { guestId, serial, source }: EventExample = demo,
) =>
  curl({
    method: 'POST',
    url: `${baseUrl}/v1/workflows/incoming-event`,
    headers: {
      authorization: `Bearer ${given.token || placeholders.token}`,
      'content-type': 'application/json',
    },
    body: prettyJson({
      organisation_registration_id: guestId,
      serials: [serial],
      parameters: { source, spend: 42.5 },
    }),
  })
