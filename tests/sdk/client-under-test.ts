import { Millrace } from '../../sdk/src/client.ts'
import type { MillraceOptions } from '../../sdk/src/options.ts'
import type { CachedToken, TokenCache } from '../../sdk/src/token-cache.ts'
import { newAddress, type TestOrganisation } from '../support/millrace.ts'

/** A client of this organisation, which comes from its own address. */
export function clientOf(
  { clientId, clientSecret }: Pick<TestOrganisation, 'clientId' | 'clientSecret'>,
  url: string,
  options: Partial<MillraceOptions> = {},
): Millrace {
  return new Millrace({
    clientId,
    clientSecret,
    authUrl: url,
    baseUrl: url,
    headers: { 'x-forwarded-for': newAddress() },
    ...options,
  })
}

export interface OneToken extends TokenCache {
  token: CachedToken | undefined
}

/** A cache that begins with this token, whatever key is asked for. */
export function cacheOf(token: CachedToken | undefined): OneToken {
  return {
    token,
    async get() {
      return this.token
    },
    async set(_key, fresh) {
      this.token = fresh
    },
    async delete() {
      this.token = undefined
    },
  }
}

export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('it did not fail')
    },
    error => error,
  )
