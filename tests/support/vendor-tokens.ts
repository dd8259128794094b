import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from './free-port.ts'

export interface VendorTokens {
  readonly port: number
  readonly tokenUrl: string
  /** How many tokens it was asked for. */
  readonly asked: () => number
  /** What a token may be used for; undefined where it is not, or no longer, good. */
  scopeOf(token: string): Promise<string | undefined>
  withdraw(token: string): Promise<void>
  close(): Promise<void>
}

const client = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }
export const TOKEN_SECRET = 'a client secret: with % and +'

/** A certified OAuth server with two clients, of which one says who it is by HTTP Basic and the other in the body. */
export async function startVendorTokens(): Promise<VendorTokens> {
  const port = await freePort()
  const method = (name: string) => ({
    ...client,
    client_id: name,
    client_secret: TOKEN_SECRET,
    token_endpoint_auth_method: `client_secret_${name}`,
  })
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [method('basic'), method('post')],
    scopes: ['bookings'],
    ttl: { ClientCredentials: 600 },
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  })
  let asked = 0
  const answer = provider.callback()
  const server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    tokenUrl: `http://127.0.0.1:${port}/token`,
    asked: () => asked,
    scopeOf: async token => (await provider.ClientCredentials.find(token))?.scope,
    withdraw: async token => (await provider.ClientCredentials.find(token))?.destroy(),
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
