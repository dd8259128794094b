import { oauth } from '@millrace/contract/operations/oauth'
import { introspectToken } from '#access/token-questions.ts'
import { bind } from '../bind.ts'
import { textField } from './client-credentials.ts'
import { knownClient } from './known-client.ts'
import { answerOAuthError, noStore } from './oauth-refusal.ts'
import { bodyFields } from './read-body.ts'

export default bind(
  oauth.introspectToken,
  parts => async (request, reply) => {
    const fields = bodyFields(request)
    const { organisationId } = await knownClient(parts, request, fields)
    reply.headers(noStore)
    return introspectToken(parts.database.engineSql, organisationId, textField(fields, 'token'))
  },
  { errorHandler: answerOAuthError, validatorCompiler: () => () => true },
)
