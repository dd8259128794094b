import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { OAuth2Client, OAuth2HttpError } from '@badgateway/oauth2-client'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import { ClientCredentials } from 'simple-oauth2'
import type { Credentials } from './token-request.ts'

const run = promisify(execFile)

/** What a client made of an answer: the token, or the error as it understood it. */
export type Outcome = { token: string } | { error: string; description: string }

/** Gets a token from an issuer the way its users would. Where a client can, it finds the endpoint by discovery. */
export type GetToken = (issuer: string, credentials: Credentials) => Promise<Outcome>

/** Turns what a client throws into what it understood; anything else it throws is a failure of the test. */
async function outcome(
  token: () => Promise<string>,
  understood: (error: unknown) => Outcome,
): Promise<Outcome> {
  try {
    return { token: await token() }
  } catch (error) {
    return understood(error)
  }
}

const openidClient =
  (authentication: (secret: string) => openid.ClientAuth): GetToken =>
  (issuer, { clientId, clientSecret }) =>
    outcome(
      async () => {
        const found = await openid.discovery(
          new URL(issuer),
          clientId,
          undefined,
          authentication(clientSecret),
          {
            algorithm: 'oauth2',
            execute: [openid.allowInsecureRequests],
          },
        )
        return (await openid.clientCredentialsGrant(found, { scope: 'ALL:ALL' })).access_token
      },
      error => {
        if (error instanceof openid.ResponseBodyError) {
          return { error: error.error, description: error.error_description ?? '' }
        }
        // It shows a challenge instead of the body that came with it.
        if (error instanceof openid.WWWAuthenticateChallengeError) {
          const [challenge] = error.cause
          return { error: String(error.status), description: challenge?.scheme ?? '' }
        }
        throw error
      },
    )

const oauth4webapiClient =
  (authentication: (secret: string) => oauth4webapi.ClientAuth): GetToken =>
  (issuer, { clientId, clientSecret }) =>
    outcome(
      async () => {
        const insecure = { [oauth4webapi.allowInsecureRequests]: true }
        const address = new URL(issuer)
        const discovered = await oauth4webapi.discoveryRequest(address, { algorithm: 'oauth2', ...insecure })
        const server = await oauth4webapi.processDiscoveryResponse(address, discovered)
        const client = { client_id: clientId }
        const response = await oauth4webapi.clientCredentialsGrantRequest(
          server,
          client,
          authentication(clientSecret),
          { scope: 'ALL:ALL' },
          insecure,
        )
        return (await oauth4webapi.processClientCredentialsResponse(server, client, response)).access_token
      },
      error => {
        if (error instanceof oauth4webapi.ResponseBodyError) {
          return { error: error.error, description: error.error_description ?? '' }
        }
        if (error instanceof oauth4webapi.WWWAuthenticateChallengeError) {
          return { error: String(error.status), description: error.cause[0]?.scheme ?? '' }
        }
        throw error
      },
    )

const simpleOAuth2 =
  (bodyFormat: 'form' | 'json', authorizationMethod: 'header' | 'body'): GetToken =>
  (issuer, { clientId, clientSecret }) =>
    outcome(
      async () => {
        const client = new ClientCredentials({
          client: { id: clientId, secret: clientSecret },
          auth: { tokenHost: issuer },
          options: { bodyFormat, authorizationMethod },
        })
        return (await client.getToken({ scope: 'ALL:ALL' })).token.access_token as string
      },
      error => {
        const { data } = error as { data?: { payload?: Record<string, string> } }
        if (data?.payload === undefined) throw error
        return { error: data.payload.error ?? '', description: data.payload.error_description ?? '' }
      },
    )

type BadgatewayMethod = NonNullable<ConstructorParameters<typeof OAuth2Client>[0]['authenticationMethod']>
const badgateway =
  (authenticationMethod?: BadgatewayMethod): GetToken =>
  (server, { clientId, clientSecret }) =>
    outcome(
      async () => {
        const settings = { server, clientId, clientSecret }
        const client = new OAuth2Client(
          authenticationMethod === undefined ? settings : { ...settings, authenticationMethod },
        )
        return (await client.clientCredentials()).accessToken
      },
      error => {
        if (!(error instanceof OAuth2HttpError)) throw error
        return { error: String(error.oauth2Code), description: String(error.parsedBody.error_description) }
      },
    )

const curl =
  (args: (credentials: Credentials) => string[]): GetToken =>
  async (issuer, credentials) => {
    const { stdout } = await run('curl', [
      '--silent',
      '--show-error',
      `${issuer}/oauth/token`,
      ...args(credentials),
    ])
    return outcomeOf(JSON.parse(stdout) as Record<string, string>)
  }

const python =
  (how: 'basic' | 'body'): GetToken =>
  async (issuer, { clientId, clientSecret }) => {
    const { stdout } = await run('/usr/bin/python3', ['-c', PYTHON, issuer, clientId, clientSecret, how], {
      env: { ...process.env, OAUTHLIB_INSECURE_TRANSPORT: '1' },
    })
    return outcomeOf(JSON.parse(stdout) as Record<string, string>)
  }

const PYTHON = `
import json, sys
from oauthlib.oauth2 import BackendApplicationClient, OAuth2Error
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session
issuer, client_id, client_secret, how = sys.argv[1:]
session = OAuth2Session(client=BackendApplicationClient(client_id=client_id))
by = dict(auth=HTTPBasicAuth(client_id, client_secret)) if how == 'basic' else dict(client_secret=client_secret, include_client_id=True)
try:
    token = session.fetch_token(issuer + '/oauth/token', **by)
    used = session.get(issuer + '/v1/workflows')
    print(json.dumps({**token, 'used': used.status_code}))
except OAuth2Error as error:
    print(json.dumps({'error': error.error, 'error_description': error.description}))
`

function outcomeOf(body: Record<string, string>): Outcome {
  return body.access_token === undefined
    ? { error: body.error ?? '', description: body.error_description ?? '' }
    : { token: body.access_token }
}

/** Is there a Python that can import it? */
export async function hasRequestsOAuthlib(): Promise<boolean> {
  return run('/usr/bin/python3', ['-c', 'import requests_oauthlib']).then(
    () => true,
    () => false,
  )
}

const jsonData = ({ clientId, clientSecret }: Credentials) =>
  JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' })

export interface OAuthClient {
  readonly name: string
  readonly format: 'JSON' | 'form' | 'Basic'
  readonly getToken: GetToken
  /** These two show their users the challenge of a 401, and keep the body to themselves. */
  readonly showsChallenge?: boolean
}

export const scriptClients: readonly OAuthClient[] = [
  { name: 'openid-client', format: 'form', getToken: openidClient(openid.ClientSecretPost) },
  {
    name: 'openid-client',
    format: 'Basic',
    getToken: openidClient(openid.ClientSecretBasic),
    showsChallenge: true,
  },
  { name: 'oauth4webapi', format: 'form', getToken: oauth4webapiClient(oauth4webapi.ClientSecretPost) },
  {
    name: 'oauth4webapi',
    format: 'Basic',
    getToken: oauth4webapiClient(oauth4webapi.ClientSecretBasic),
    showsChallenge: true,
  },
  { name: 'simple-oauth2', format: 'JSON', getToken: simpleOAuth2('json', 'body') },
  { name: 'simple-oauth2', format: 'form', getToken: simpleOAuth2('form', 'body') },
  { name: 'simple-oauth2 with a form', format: 'Basic', getToken: simpleOAuth2('form', 'header') },
  { name: 'simple-oauth2 with JSON', format: 'Basic', getToken: simpleOAuth2('json', 'header') },
  { name: '@badgateway/oauth2-client', format: 'form', getToken: badgateway('client_secret_post') },
  { name: '@badgateway/oauth2-client', format: 'Basic', getToken: badgateway('client_secret_basic_interop') },
  { name: '@badgateway/oauth2-client as it is', format: 'Basic', getToken: badgateway() },
  {
    name: 'curl',
    format: 'JSON',
    getToken: curl(client => ['--header', 'Content-Type: application/json', '--data', jsonData(client)]),
  },
  {
    name: 'curl',
    format: 'form',
    getToken: curl(({ clientId, clientSecret }) => [
      '--data',
      'grant_type=client_credentials',
      '--data-urlencode',
      `client_id=${clientId}`,
      '--data-urlencode',
      `client_secret=${clientSecret}`,
    ]),
  },
  {
    name: 'curl',
    format: 'Basic',
    getToken: curl(({ clientId, clientSecret }) => [
      '--user',
      `${clientId}:${clientSecret}`,
      '--data',
      'grant_type=client_credentials',
    ]),
  },
]

export const pythonClients: readonly OAuthClient[] = [
  { name: 'requests-oauthlib', format: 'form', getToken: python('body') },
  { name: 'requests-oauthlib', format: 'Basic', getToken: python('basic') },
]
