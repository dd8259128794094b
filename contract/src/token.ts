import { type Static, Type } from 'typebox'
import { words } from './common.ts'

/** OAuth 2.0 client credentials: RFC 6749 section 4.4. */
export const TokenRequest = Type.Object(
  {
    client_id: Type.String({
      minLength: 1,
      description: 'Issued in the dashboard or by `millrace keys create`.',
    }),
    client_secret: Type.String({ minLength: 1 }),
    grant_type: Type.Literal('client_credentials'),
    scope: Type.Optional(
      Type.String({
        description: '`ALL:ALL`, or exactly what the key has. Leave it out to get what the key has.',
        examples: ['ALL:ALL'],
      }),
    ),
  },
  { $id: 'TokenRequest', title: 'Token request' },
)

export const tokenLifetimeSeconds = 86_400

export const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      description: 'Send it as `authorization: Bearer <token>`. Treat it as a secret.',
    }),
    expires_in: Type.Integer({
      description: 'Seconds until it expires.',
      minimum: 1,
      examples: [tokenLifetimeSeconds],
    }),
    token_type: Type.Literal('Bearer'),
    scope: Type.String({
      description:
        'What was granted: `ALL:ALL`, or the scopes of a key that is limited, with spaces in between.',
      examples: ['ALL:ALL'],
    }),
  },
  { $id: 'TokenResponse', title: 'Access token', additionalProperties: false },
)
export type TokenResponse = Static<typeof TokenResponse>

/** RFC 6749 section 5.2, and two codes that it leaves to us: too_many_requests and temporarily_unavailable. */
export const OAuthErrorCode = words([
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'invalid_scope',
  'too_many_requests',
  'temporarily_unavailable',
  'server_error',
])
export type OAuthErrorCode = Static<typeof OAuthErrorCode>

export const OAuthProblem = Type.Object(
  { error: OAuthErrorCode, error_description: Type.String() },
  { $id: 'OAuthProblem', title: 'Why a token was refused', additionalProperties: false },
)
export type OAuthProblem = Static<typeof OAuthProblem>

/** RFC 7009 and RFC 7662: the client names one of its tokens. */
export const TokenQuestion = Type.Object(
  {
    token: Type.String({ minLength: 1 }),
    token_type_hint: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String({ minLength: 1 })),
    client_secret: Type.Optional(Type.String({ minLength: 1 })),
  },
  { $id: 'TokenQuestion', title: 'A token, and who asks' },
)

export const Introspection = Type.Object(
  {
    active: Type.Boolean(),
    client_id: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.String()),
    exp: Type.Optional(Type.Integer({ minimum: 0 })),
    iat: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { $id: 'Introspection', title: 'Is this token good?', additionalProperties: false },
)
export type Introspection = Static<typeof Introspection>

/** RFC 8414. */
export const AuthorizationServer = Type.Object(
  {
    issuer: Type.String(),
    token_endpoint: Type.String(),
    revocation_endpoint: Type.String(),
    introspection_endpoint: Type.String(),
    grant_types_supported: Type.Array(Type.String()),
    response_types_supported: Type.Array(Type.String()),
    scopes_supported: Type.Array(Type.String()),
    token_endpoint_auth_methods_supported: Type.Array(Type.String()),
    revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
    introspection_endpoint_auth_methods_supported: Type.Array(Type.String()),
    service_documentation: Type.String(),
  },
  { $id: 'AuthorizationServer', title: 'Authorization server metadata' },
)
export type AuthorizationServer = Static<typeof AuthorizationServer>
