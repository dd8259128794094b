import { Type } from 'typebox'
import { AuthorizationServer, Introspection, TokenQuestion, TokenRequest, TokenResponse } from '../token.ts'
import { catalogue } from './catalogue.ts'
import { operation } from './operation.ts'
import { oauthProblems } from './refusals.ts'

const introspectToken = operation({
  method: 'POST',
  path: '/oauth/introspect',
  access: 'public',
  tags: ['Authentication'],
  summary: 'Ask whether a token is good',
  description: 'RFC 7662. A token that is not one of your organisation is not active.',
  body: TokenQuestion,
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  basic: true,
  bodyLimit: 16 * 1024,
  answers: { 200: Introspection, ...oauthProblems(400, 401, 413, 415, 429) },
})

const revokeToken = operation({
  method: 'POST',
  path: '/oauth/revoke',
  access: 'public',
  tags: ['Authentication'],
  summary: 'Revoke a token',
  description: 'RFC 7009. Answers 200 whether or not there was such a token.',
  body: TokenQuestion,
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  basic: true,
  bodyLimit: 16 * 1024,
  answers: {
    200: Type.Null({ description: 'The token is no longer valid.' }),
    ...oauthProblems(400, 401, 413, 415, 429),
  },
})

const issueToken = operation({
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  tags: ['Authentication'],
  summary: 'Generate a Bearer token',
  description:
    'OAuth 2.0 client credentials. Strictly 20 requests a minute: keep the token and reuse it until it is about ' +
    'to expire. The credentials may also be sent by HTTP Basic, and the body as a form.',
  body: TokenRequest,
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  basic: true,
  bodyLimit: 16 * 1024,
  answers: { 200: TokenResponse, ...oauthProblems(400, 401, 413, 415, 429) },
})

const discoverAuthorizationServer = operation({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  tags: ['Authentication'],
  summary: 'Where and how to get a token',
  description: 'RFC 8414.',
  answers: { 200: AuthorizationServer },
})

/** How integrators get, inspect and revoke a token, in the order of the OpenAPI document. */
export const oauth = catalogue({ discoverAuthorizationServer, issueToken, revokeToken, introspectToken })
