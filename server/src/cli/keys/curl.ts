import { demo } from '#demo/demo-data.ts'
import { demoEvent } from '../organisations/demo.ts'

export interface NewCredentials {
  organisationId: string
  clientId: string
  clientSecret: string
}

/** Two commands to paste into a shell: the first keeps the token for the second. */
export function curlCommands(
  { base_url, auth_url }: { base_url: string; auth_url: string },
  { organisationId, clientId, clientSecret }: NewCredentials,
): [token: string, event: string] {
  const credentials = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
  const event =
    organisationId === demo.organisationId
      ? demoEvent
      : { organisation_registration_id: 'A-GUEST-OF-YOURS', parameters: { source: 'till', spend: 42.5 } }
  return [
    `TOKEN=$(curl -sS ${quoted(`${auth_url}/oauth/token`)} -H 'content-type: application/json' \\\n` +
      `  -d ${quoted(JSON.stringify(credentials))} \\\n` +
      `  | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')`,
    `curl -sS ${quoted(`${base_url}/v1/workflows/incoming-event`)} -H "authorization: Bearer $TOKEN" \\\n` +
      `  -H 'content-type: application/json' \\\n` +
      `  -d ${quoted(JSON.stringify(event))}`,
  ]
}

/** For a POSIX shell. */
const quoted = (text: string) => (/^[\w:/.@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
