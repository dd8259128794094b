import { X509Certificate } from 'node:crypto'
import { BoundedMap } from '#base/bounded-map.ts'
import type { HttpClient } from '#channels/http/client.ts'

/** What is asked of Amazon SNS. `owner` is the organisation: its calls never delay another organisation's. */
export interface Sns {
  /** The certificate of a signature; undefined where it cannot be had now. */
  certificate(owner: string, url: URL): Promise<X509Certificate | undefined>
  /** Opens the address that confirms a subscription. Returns whether SNS agreed. */
  confirm(owner: string, url: URL): Promise<boolean>
}

const DAY_MS = 24 * 3_600 * 1_000

/** Callers check the address; the outgoing guard checks where it leads. */
export function createSns(http: Pick<HttpClient, 'exchange'>): Sns {
  const known = new BoundedMap<X509Certificate>(100, { ttl: DAY_MS })
  const get = async (owner: string, url: URL) => {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Millrace' }
    const result = await http.exchange(owner, { method: 'GET', url, headers, body: '' })
    return result.kind === 'answer' && result.status === 200 && !result.cut ? result : undefined
  }
  return {
    async certificate(owner, url) {
      const remembered = known.get(url.href)
      if (remembered !== undefined) return remembered
      const answer = await get(owner, url)
      const read = answer && readCertificate(answer.body)
      if (read !== undefined) known.set(url.href, read)
      return read
    },
    confirm: async (owner, url) => (await get(owner, url)) !== undefined,
  }
}

function readCertificate(pem: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
