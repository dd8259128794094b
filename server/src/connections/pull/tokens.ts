import { createHash } from 'node:crypto'
import type { PullOauth } from '@millrace/contract/dashboard/connections'
import { BoundedMap } from '#base/bounded-map.ts'
import type { Channels } from '#channels/channels.ts'
import { type ReadToken, readToken } from './read-token.ts'

export interface Tokens {
  /** `isKept`: it was fetched earlier, so that the other system may have withdrawn it. */
  get(
    organisationId: string,
    oauth: PullOauth,
    secret: string,
  ): Promise<GivenToken | { readonly fault: string }>
  /** The other system refuses it. */
  forget(organisationId: string, oauth: PullOauth, secret: string): void
}

export interface GivenToken {
  readonly token: string
  readonly isKept: boolean
}

interface Kept {
  readonly token: string
  readonly until: number
  readonly inBody: boolean
}

/** A token that ends while a request is on its way would be refused. */
const MARGIN_MS = 30_000

/**
 * Tokens by client credentials (RFC 6749 section 4.4), in the memory of each process until they end. The client says who it is
 * by HTTP Basic, which section 2.3.1 asks every server to understand. Some understand only the body: that is tried when
 * Basic is refused, and remembered.
 */
export function createTokens(post: Channels['postForm'], clock: () => number = Date.now): Tokens {
  const kept = new BoundedMap<Kept>(1_000)
  return {
    async get(organisationId, oauth, secret) {
      const key = keyOf(organisationId, oauth, secret)
      const before = kept.get(key)
      if (before !== undefined && before.until > clock()) return { token: before.token, isKept: true }
      const ask = (inBody: boolean) => askFor(post, organisationId, oauth, secret, inBody)
      let inBody = before?.inBody ?? false
      let read = await ask(inBody)
      if (read.kind === 'refused') {
        inBody = !inBody
        read = await ask(inBody)
      }
      if (read.kind !== 'token') return { fault: read.sentence }
      kept.set(key, { token: read.token, until: clock() + read.seconds * 1_000 - MARGIN_MS, inBody })
      return { token: read.token, isKept: false }
    },
    forget(organisationId, oauth, secret) {
      const key = keyOf(organisationId, oauth, secret)
      const before = kept.get(key)
      if (before !== undefined) kept.set(key, { ...before, until: 0 })
    },
  }
}

/** Another secret is another client. */
const keyOf = (organisationId: string, { token_url, client_id, scope }: PullOauth, secret: string): string =>
  createHash('sha256')
    .update(JSON.stringify([organisationId, token_url, client_id, scope, secret]))
    .digest('base64')

async function askFor(
  post: Channels['postForm'],
  organisationId: string,
  { token_url, client_id, scope }: PullOauth,
  secret: string,
  inBody: boolean,
): Promise<ReadToken> {
  const answer = await post(organisationId, {
    url: token_url,
    headers: inBody ? {} : { authorization: `Basic ${basicOf(client_id, secret)}` },
    form: {
      grant_type: 'client_credentials',
      ...(scope === null ? {} : { scope }),
      ...(inBody ? { client_id, client_secret: secret } : {}),
    },
  })
  return answer.kind === 'failure' ? { kind: 'failed', sentence: answer.message } : readToken(answer)
}

/** Section 2.3.1: both are form-encoded before they are joined. */
const basicOf = (id: string, secret: string): string =>
  Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
