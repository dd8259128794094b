export { default as discoverAuthorizationServer } from '../well-known/oauth-authorization-server.get.ts'
export { default as introspectToken } from './introspect.post.ts'
export { default as revokeToken } from './revoke.post.ts'
export { default as issueToken } from './token.post.ts'
