import type { NodeOf } from '@millrace/contract/node'
import type { Fault } from './fault.ts'

/** What only the channels can tell of an address: each answers with a sentence when it is not allowed. */
export interface OutboundChecks {
  checkUrl?(url: string): string | undefined
  checkHeader?(name: string): string | undefined
}

/** What is wrong with the address and the headers of a call_webhook node, beside its templates. */
export function webhookFaults(node: NodeOf<'call_webhook'>, checks: OutboundChecks): Fault[] {
  const address = addressFault(node.url, checks)
  return [
    ...(address === undefined ? [] : [{ path: 'url', message: address }]),
    ...headerFaults(node, checks),
  ]
}

const tag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/** Where a call goes is said by the author; what a guest or an event brings may only stand behind the host. */
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
  return headers.flatMap(({ name }, index) => {
    const lower = name.toLowerCase()
    const message = !headerName.test(name)
      ? `${JSON.stringify(name)} is not the name of a header.`
      : seen.has(lower)
        ? `The header ${name} is there twice.`
        : checkHeader?.(name)
    seen.add(lower)
    return message === undefined ? [] : [{ path: `headers.${index}.name`, message }]
  })
}
