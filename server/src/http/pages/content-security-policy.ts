/** As much of the OpenAPI document as says where calls go. */
interface Published {
  servers?: { url: string }[]
  components?: {
    securitySchemes?: Record<string, { flows?: { clientCredentials?: { tokenUrl: string } } }>
  }
}

/** Pages run our own files and nothing else, and talk to the published addresses and nobody else. */
export function contentSecurityPolicy(document: object): string {
  const talksTo = ["'self'", ...originsOf(document as Published)].join(' ')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${talksTo}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

function originsOf({ servers = [], components }: Published): string[] {
  const tokenUrls = Object.values(components?.securitySchemes ?? {}).flatMap(
    ({ flows }) => flows?.clientCredentials?.tokenUrl ?? [],
  )
  return [...new Set([...tokenUrls, ...servers.map(({ url }) => url)].map(url => new URL(url).origin))]
}
