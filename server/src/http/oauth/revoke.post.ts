import { TokenQuestion } from '@millrace/contract/token'
import { Type } from 'typebox'
import { revokeToken } from '#access/token-questions.ts'
import { oauthProblems } from '../problems.ts'
import { route } from '../route.ts'
import { textField } from './client-credentials.ts'
import { knownClient } from './known-client.ts'
import { answerOAuthError, noStore } from './oauth-refusal.ts'
import { bodyFields } from './read-body.ts'

export default route({
  method: 'POST',
  url: '/oauth/revoke',
  access: 'public',
  bodyLimit: 16 * 1024,
  schema: {
    operationId: 'revokeToken',
    tags: ['Authentication'],
    summary: 'Revoke a token',
    description: 'RFC 7009. Answers 200 whether or not there was such a token.',
    body: TokenQuestion,
    consumes: ['application/json', 'application/x-www-form-urlencoded'],
    response: {
      200: Type.Null({ description: 'The token is not good any more.' }),
      ...oauthProblems(400, 401, 413, 429),
    },
  },
  options: { errorHandler: answerOAuthError, validatorCompiler: () => () => true },
  handler: parts => async (request, reply) => {
    const fields = bodyFields(request)
    const { keyId } = await knownClient(parts, request, fields)
    await revokeToken(parts.database.engineSql, keyId, textField(fields, 'token'))
    return reply.headers(noStore).code(200).send()
  },
})
