import type { NodeOf } from '@millrace/contract/node'
import { namesCredential } from '#channels/redact.ts'
import type { Fault } from './fault.ts'

/** Checks of an address that only the channels can do: each returns a sentence when it is not allowed. */
export interface OutboundChecks {
  checkUrl?(url: string): string | undefined
  checkHeader?(name: string): string | undefined
}

/** The faults of the address and the headers of a call_webhook node, besides its templates. */
export function webhookFaults(node: NodeOf<'call_webhook'>, checks: OutboundChecks): Fault[] {
  const address = addressFault(node.url, checks)
  return [
    ...(address === undefined ? [] : [{ path: 'url', message: address }]),
    ...headerFaults(node, checks),
    ...bodyFaults(node),
  ]
}

function bodyFaults({ body }: NodeOf<'call_webhook'>): Fault[] {
  if (!Array.isArray(body)) return []
  const seen = new Set<string>()
  return body.flatMap(({ name }, index) => {
    const twice = seen.has(name)
    seen.add(name)
    if (!twice) return []
    return [{ path: `body.${index}.name`, message: `The body has two fields called "${name}".` }]
  })
}

const tag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/** The author decides where a call goes; data of a guest or an event may only come after the host. */
function addressFault(url: string, { checkUrl }: OutboundChecks): string | undefined {
  const [, host] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  if (host === undefined) return 'The address must begin with https:// and a host that is written out.'
  if (/\{[{%]/.test(host))
    return 'The host of the address must be written out. A template may stand behind it, as in https://example.com/{{ guest.id }}.'
  return checkUrl?.(url.replace(tag, 'x'))
}

/** The characters of a token, RFC 9110 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

function headerFaults({ headers = [] }: NodeOf<'call_webhook'>, { checkHeader }: OutboundChecks): Fault[] {
  const seen = new Set<string>()
  return headers.flatMap(({ name, value, secret }, index) => {
    const lower = name.toLowerCase()
    const message = !headerName.test(name)
      ? `${JSON.stringify(name)} is not the name of a header.`
      : seen.has(lower)
        ? `The header ${name} is there twice.`
        : checkHeader?.(name)
    seen.add(lower)
    const content = contentFault(name, value, secret)
    return [
      ...(message === undefined ? [] : [{ path: `headers.${index}.name`, message }]),
      ...(content === undefined ? [] : [{ path: `headers.${index}.value`, message: content }]),
    ]
  })
}

/** The word before a credential, as in `Bearer …`. */
const scheme = /^\s*(basic|bearer|digest|token|apikey|negotiate)\b/i

function contentFault(name: string, value?: string, secret?: string): string | undefined {
  if (value !== undefined && secret !== undefined) return 'Give a value or a secret, and not both.'
  if (secret !== undefined) return undefined
  if (value === undefined) return 'Give a value, or the name of a secret.'
  const written = value.replace(tag, '').replace(scheme, '').trim()
  return written !== '' && namesCredential(name)
    ? `The value of ${name} is a credential, and would stand in drafts, versions and files. Save it as a secret in the settings, and name it here.`
    : undefined
}
