import { oauth } from '@millrace/contract/operations/oauth'
import { everyScope, scopeNames } from '@millrace/contract/scope'
import { bind } from '../bind.ts'

const methods = ['client_secret_basic', 'client_secret_post']

export default bind(oauth.discoverAuthorizationServer, ({ config }) => async (_request, reply) => {
  reply.header('cache-control', 'public, max-age=3600')
  return {
    issuer: config.authUrl,
    token_endpoint: `${config.authUrl}/oauth/token`,
    revocation_endpoint: `${config.authUrl}/oauth/revoke`,
    introspection_endpoint: `${config.authUrl}/oauth/introspect`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: [everyScope, ...scopeNames],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    service_documentation: `${config.baseUrl}/docs`,
  }
})
