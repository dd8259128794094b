import { Introspection, TokenQuestion } from '@millrace/contract/token'
import { introspectToken } from '#access/token-questions.ts'
import { oauthProblems } from '../problems.ts'
import { route } from '../route.ts'
import { textField } from './client-credentials.ts'
import { knownClient } from './known-client.ts'
import { answerOAuthError, noStore } from './oauth-refusal.ts'
import { bodyFields } from './read-body.ts'

export default route({
  method: 'POST',
  url: '/oauth/introspect',
  access: 'public',
  bodyLimit: 16 * 1024,
  schema: {
    operationId: 'introspectToken',
    tags: ['Authentication'],
    summary: 'Ask whether a token is good',
    description: 'RFC 7662. A token that is not one of your organisation is not active.',
    body: TokenQuestion,
    consumes: ['application/json', 'application/x-www-form-urlencoded'],
    response: { 200: Introspection, ...oauthProblems(400, 401, 413, 429) },
  },
  options: { errorHandler: answerOAuthError, validatorCompiler: () => () => true },
  handler: parts => async (request, reply) => {
    const fields = bodyFields(request)
    const { organisationId } = await knownClient(parts, request, fields)
    reply.headers(noStore)
    return introspectToken(parts.database.engineSql, organisationId, textField(fields, 'token'))
  },
})
