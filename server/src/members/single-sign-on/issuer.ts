import type * as Library from 'openid-client'
import { addressAllowed } from '#channels/guard/address.ts'
import { plainHost } from '#channels/guard/check-host.ts'
import { checkUrl } from '#channels/guard/check-url.ts'
import { createGuard } from '#channels/guard/guard.ts'
import { type AddressPolicy, PUBLIC_ONLY } from '#channels/guard/policy.ts'
import { createHttpClient, type HttpClient } from '#channels/http/client.ts'
import type { Claims } from './grant.ts'

/** Loaded with the first sign-in: many installations never need it. */
const library = () => import('openid-client')

/** Discovery, tokens, keys and profile are small; all together take a few requests. */
const LIMITS = { totalMs: 5_000, bodyBytes: 512 * 1024, headerBytes: 16 * 1024 }

/**
 * Signatures that only the identity provider can make. Not `none`, and not HS256, whose key is the client secret.
 */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

const SCOPES = ['openid', 'email', 'profile']

export interface Client {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
}

/** The identity provider did not answer, or not as one. The sentence is for an owner. */
export class IssuerFailed extends Error {
  override name = 'IssuerFailed'
}

export interface Asked {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Issuers {
  /** What is wrong with the settings, as a sentence; undefined: the identity provider is there. */
  faultOf(organisationId: string, client: Client): Promise<string | undefined>
  /** The page at the identity provider that the browser opens. Throws `IssuerFailed`. */
  pageOf(
    organisationId: string,
    client: Client,
    asked: Asked & { readonly email: string | undefined; readonly again: boolean },
  ): Promise<string>
  /** What it says about the person who came back, checked: state, nonce, PKCE, issuer, audience, times, signature. */
  claimsOf(organisationId: string, client: Client, asked: Asked, search: string): Promise<Claims>
}

/**
 * Talks to identity providers through the guard for outgoing connections, and asks again at every sign-in: keys that were
 * replaced there count at once, and nothing has to be remembered here.
 */
export function createIssuers(policy: AddressPolicy): Issuers {
  const http = createHttpClient({ guard: createGuard(policy), limits: LIMITS })
  const discover = (organisationId: string, client: Client) =>
    discoverWith(client, policy, guardedFetch(http, organisationId))
  return {
    async faultOf(organisationId, client) {
      try {
        await discover(organisationId, client)
        return undefined
      } catch (error) {
        return failureOf(error).message
      }
    },
    async pageOf(organisationId, client, { redirectUri, state, nonce, verifier, email, again }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      try {
        const configuration = await discover(organisationId, client)
        const page = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: [...new Set([...SCOPES, ...client.scopes])].join(' '),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(email === undefined ? {} : { login_hint: email }),
          ...(again ? { prompt: 'login' } : {}),
        })
        return page.href
      } catch (error) {
        throw failureOf(error)
      }
    },
    async claimsOf(organisationId, client, { redirectUri, state, nonce, verifier }, search) {
      const { authorizationCodeGrant, fetchUserInfo } = await library()
      const configuration = await discover(organisationId, client)
      const came = new URL(redirectUri)
      came.search = search
      const tokens = await authorizationCodeGrant(configuration, came, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims() as NonNullable<ReturnType<typeof tokens.claims>>
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
      // Many providers have the address and the groups there only. It is asked for the same person.
      const profile = await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return { ...profile, ...claims }
    },
  }
}

type Fetch = Library.CustomFetch

async function discoverWith(
  { issuer, clientId, clientSecret }: Client,
  policy: AddressPolicy,
  fetch: Fetch,
): Promise<Library.Configuration> {
  const client = await library()
  const url = requireAddress(issuer, policy)
  const insecure = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const found = await client.discovery(url, clientId, undefined, client.None(), {
    [client.customFetch]: fetch,
    timeout: LIMITS.totalMs / 1_000,
    execute: insecure,
  })
  const metadata = JSON.parse(JSON.stringify(found.serverMetadata())) as Library.ServerMetadata
  // The library lets a provider for many tenants answer with a pattern, which anyone's tenant would fit.
  if (new URL(metadata.issuer).href !== url.href) {
    throw new IssuerFailed(`The identity provider calls itself ${metadata.issuer}. Write that as the issuer.`)
  }
  requirePage(metadata.authorization_endpoint, insecure.length > 0)
  const signatures = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter(name =>
    ALGORITHMS.includes(name),
  )
  if (signatures.length === 0) {
    throw new IssuerFailed('The identity provider has no signature that Millrace accepts, such as RS256.')
  }
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret)
  const configuration = new client.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: signatures },
    clientId,
    undefined,
    authentication,
  )
  configuration[client.customFetch] = fetch
  configuration.timeout = LIMITS.totalMs / 1_000
  for (const allow of insecure) allow(configuration)
  // Also where TLS would do: the signature is checked in every case.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

/** https; or http to an address inside that the operator has allowed, as in tests. */
function requireAddress(text: string, policy: AddressPolicy): URL {
  const checked = checkUrl(text, policy)
  if ('fault' in checked) throw new IssuerFailed(checked.fault)
  const { url } = checked
  const host = plainHost(url.hostname)
  const isInner = addressAllowed(host, policy) && !addressAllowed(host, PUBLIC_ONLY)
  if (url.protocol !== 'https:' && !isInner) throw new IssuerFailed('The address must begin with https://.')
  return url
}

/** Browsers open it, so it is no address for us to connect to; but it is a page. */
function requirePage(address: string | undefined, insecure: boolean): void {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'https:' || (insecure && url?.protocol === 'http:')) return
  throw new IssuerFailed('The identity provider names no page for signing in.')
}

/** Answers without a body, for which `Response` takes none. */
const EMPTY = [204, 205, 304]

function guardedFetch(http: HttpClient, organisationId: string): Fetch {
  return async (address, { method, headers, body }) => {
    const answer = await http.exchange(organisationId, {
      method,
      url: requireAddress(address, http.guard.policy),
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? '' : String(body),
    })
    if (answer.kind === 'failure') throw new IssuerFailed(answer.message)
    if (answer.cut) throw new IssuerFailed('The answer of the identity provider is too long.')
    const type = answer.headers['content-type']
    return new Response(EMPTY.includes(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }
}

/** The library puts what it did not expect inside its own errors. */
export function failureOf(error: unknown): IssuerFailed {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof IssuerFailed) return inner
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new IssuerFailed(`The identity provider did not answer as one: ${reason}.`)
}

/** Whether it could not be asked, in contrast to an answer that is not right. */
export function isUnreachable(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof IssuerFailed) return true
  }
  return false
}
