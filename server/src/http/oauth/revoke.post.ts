import { oauth } from '@millrace/contract/operations/oauth'
import { revokeToken } from '#access/token-questions.ts'
import { bind } from '../bind.ts'
import { textField } from './client-credentials.ts'
import { knownClient } from './known-client.ts'
import { answerOAuthError, noStore } from './oauth-refusal.ts'
import { bodyFields } from './read-body.ts'

export default bind(
  oauth.revokeToken,
  parts => async (request, reply) => {
    const fields = bodyFields(request)
    const { keyId } = await knownClient(parts, request, fields)
    await revokeToken(parts.database.engineSql, keyId, textField(fields, 'token'))
    return reply.headers(noStore).code(200).send()
  },
  { errorHandler: answerOAuthError, validatorCompiler: () => () => true },
)
