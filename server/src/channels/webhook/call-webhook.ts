import { checkUrl } from '../guard/check-url.ts'
import type { HttpClient } from '../http/client.ts'
import { type Outcome, refusedHere } from '../outcome.ts'
import { createRedactor, secretsInHeaders } from '../redact.ts'
import { headerFaults } from './check-headers.ts'
import { readAnswer } from './read-answer.ts'
import type { WebhookRequest } from './request.ts'
import { readWebhookSecret } from './secret.ts'
import { signatureHeaders } from './sign.ts'

const LARGEST_BODY = 256 * 1024

/** One attempt to call a webhook. It returns an outcome, whatever the receiver does. */
export async function callWebhook(request: WebhookRequest, http: HttpClient): Promise<Outcome> {
  const checked = checkUrl(request.url, http.guard.policy)
  if ('fault' in checked) return refusedHere('invalid_url', checked.fault)
  const faults = headerFaults(request.headers)
  if (faults.length > 0) return refusedHere('invalid_headers', faults.join(' '))
  if (Buffer.byteLength(request.body) > LARGEST_BODY) {
    return refusedHere('body_too_large', `The body is larger than ${LARGEST_BODY / 1024} KiB.`)
  }
  const keys: Buffer[] = []
  for (const secret of request.secrets) {
    const key = readWebhookSecret(secret)
    if (key === undefined)
      return refusedHere('invalid_secret', 'The signing secret is damaged. Make a new one.')
    keys.push(key)
  }
  if (keys.length === 0) return refusedHere('invalid_secret', 'There is no signing secret. Make one.')

  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Millrace',
    accept: 'application/json, */*;q=0.1',
    ...lowerCased(request.headers),
    'accept-encoding': 'identity',
    'millrace-hops': String(request.hops ?? 1),
    ...signatureHeaders(request, keys),
  }
  const result = await http.exchange(request.organisationId, {
    method: request.method,
    url: checked.url,
    headers,
    body: request.body,
  })
  return readAnswer(
    result,
    createRedactor([
      ...request.secrets,
      ...secretsInHeaders(headers),
      ...(request.hidden ?? []).flatMap(value => [value, value.replace(/^\w+\s+/, '')]),
    ]),
    request.at,
  )
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
