import { reachable } from '../../../api/addresses.ts'
import type { Session } from './session.ts'

export type TokenAnswer = { session: Session } | { refused: string }

export async function requestToken(
  tokenUrl: string,
  clientId: string,
  clientSecret: string,
): Promise<TokenAnswer> {
  try {
    const response = await fetch(reachable(tokenUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(15_000),
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
      }),
    })
    const body = (await response.json()) as Record<string, unknown>
    if (!response.ok) return { refused: refusal(response, body) }
    const expiresAt = Date.now() + Number(body.expires_in) * 1000
    return { session: { token: String(body.access_token), clientId, expiresAt } }
  } catch {
    return { refused: 'The server did not answer. Is it running?' }
  }
}

function refusal(response: Response, body: Record<string, unknown>): string {
  const wait = response.headers.get('retry-after')
  const reason = String(body.error_description ?? `The server answered ${response.status}.`)
  return wait && response.status === 429 ? `${reason} That is ${wait} seconds.` : reason
}
