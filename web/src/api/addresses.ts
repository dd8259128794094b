import type { OpenApiDocument } from './openapi-types.ts'

export interface Addresses {
  authUrl: string
  baseUrl: string
  tokenUrl: string
}

const TOKEN_PATH = '/oauth/token'

/** What the server publishes about itself; the address of this page may be another one. */
export function addressesOf(document: OpenApiDocument): Addresses {
  const baseUrl = document.servers?.[0]?.url ?? location.origin
  const schemes = Object.values(document.components?.securitySchemes ?? {})
  const tokenUrl =
    schemes.map(scheme => scheme.flows?.clientCredentials?.tokenUrl).find(url => url !== undefined) ??
    baseUrl + TOKEN_PATH
  return { baseUrl, tokenUrl, authUrl: tokenUrl.replace(/\/oauth\/token$/, '') }
}

/**
 * Where this page sends a request meant for a published address. The same process answers under the page's own
 * origin, and a browser lets the page read answers only from there: localhost and 127.0.0.1 are two origins.
 */
export function reachable(published: string, origin: string = location.origin): string {
  const url = new URL(published)
  return url.origin === origin ? published : origin + url.pathname + url.search
}
