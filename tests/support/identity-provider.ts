import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import Provider from 'oidc-provider'

/** Someone who has an account at an identity provider. */
export interface Person {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

export interface IdentityProvider {
  readonly issuer: string
  /** Who signs in next: nobody has to type a password there. */
  person: Person
  stop(): Promise<void>
}

export const client = { client_id: 'millrace', client_secret: 'a-client-secret-of-millrace' }

const serve = (port: number, listener: RequestListener) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer(listener)
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

const close = (server: Server) =>
  new Promise<void>(resolve => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

/** A certified OpenID provider with everything in its memory. It insists on PKCE and on the exact redirect address. */
export async function startIdentityProvider(port: number, redirectUri: string): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri], grant_types: ['authorization_code'] }],
    scopes: ['groups'],
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [{ ...newKey().private.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ email_verified: true, ...people.get(sub) }),
    }),
    // Everybody has agreed that Millrace may know who they are.
    loadExistingGrant: async (context: {
      oidc: {
        provider: {
          Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
        }
        client: { clientId: string }
        session: { accountId: string }
        params: { scope: string }
      }
    }) => {
      const { client: asking, session, params, provider: own } = context.oidc
      const grant = new own.Grant({ clientId: asking.clientId, accountId: session.accountId })
      grant.addOIDCScope(params.scope)
      await grant.save()
      return grant
    },
  })
  const own: IdentityProvider = {
    issuer,
    person: { sub: 'nobody', email: 'nobody@example.com' },
    stop: () => close(server),
  }
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next()
    people.set(own.person.sub, own.person)
    context.respond = false
    await provider.interactionFinished(context.req, context.res, { login: { accountId: own.person.sub } })
  })
  const server = await serve(port, provider.callback())
  return own
}

interface KeyPair {
  readonly private: KeyObject
  readonly public: KeyObject
}

export function newKey(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { private: privateKey, public: publicKey }
}

/** What an identity provider that does not follow the rules says. */
export interface Forgery {
  readonly header?: object
  readonly claims?: object
  /** Another key than the published one. */
  readonly key?: KeyObject
  /** No signature at all. */
  readonly unsigned?: boolean
}

export interface ForgingProvider extends IdentityProvider {
  forgery: Forgery
  /** It takes requests, and answers none. */
  hangs: boolean
}

/** An identity provider that signs what it is asked to: for tokens that no honest one issues. */
export async function startForgingProvider(port: number): Promise<ForgingProvider> {
  const issuer = `http://127.0.0.1:${port}`
  const published = newKey()
  let nonce: string | null = null
  const own: ForgingProvider = {
    issuer,
    person: { sub: 'forger', email: 'forger@example.com' },
    forgery: {},
    hangs: false,
    stop: () => close(server),
  }
  const server = await serve(port, (request, response) => {
    if (own.hangs) return
    const { pathname, searchParams } = new URL(request.url as string, issuer)
    const answer = (body: object) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return answer({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        })
      case '/jwks':
        return answer({
          keys: [{ ...published.public.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
        })
      case '/auth':
        nonce = searchParams.get('nonce')
        response.statusCode = 303
        response.setHeader(
          'location',
          `${searchParams.get('redirect_uri')}?${new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' })}`,
        )
        return response.end()
      default:
        return answer({ access_token: 'an-access-token', token_type: 'bearer', id_token: idToken() })
    }
  })
  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const header = { alg: 'RS256', kid: 'one', ...own.forgery.header }
    const claims = {
      iss: issuer,
      aud: client.client_id,
      iat: now,
      exp: now + 300,
      nonce,
      email_verified: true,
      ...own.person,
      ...own.forgery.claims,
    }
    const text = [header, claims]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    if (own.forgery.unsigned) return `${text}.`
    const key = own.forgery.key ?? published.private
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
  }
  return own
}

/** A different subject for each test. */
export const newSubject = (name: string) =>
  createHash('sha256').update(`${name}${randomUUID()}`).digest('hex')
