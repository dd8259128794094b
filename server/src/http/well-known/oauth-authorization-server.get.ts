import { AuthorizationServer } from '@millrace/contract/token'
import { route } from '../route.ts'

const methods = ['client_secret_basic', 'client_secret_post']

export default route({
  method: 'GET',
  url: '/.well-known/oauth-authorization-server',
  access: 'public',
  schema: {
    operationId: 'discoverAuthorizationServer',
    tags: ['Authentication'],
    summary: 'Where and how to get a token',
    description: 'RFC 8414.',
    response: { 200: AuthorizationServer },
  },
  handler:
    ({ config }) =>
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600')
      return {
        issuer: config.authUrl,
        token_endpoint: `${config.authUrl}/oauth/token`,
        revocation_endpoint: `${config.authUrl}/oauth/revoke`,
        introspection_endpoint: `${config.authUrl}/oauth/introspect`,
        grant_types_supported: ['client_credentials'],
        response_types_supported: [],
        scopes_supported: ['ALL:ALL'],
        token_endpoint_auth_methods_supported: methods,
        revocation_endpoint_auth_methods_supported: methods,
        introspection_endpoint_auth_methods_supported: methods,
        service_documentation: `${config.baseUrl}/docs`,
      }
    },
})
