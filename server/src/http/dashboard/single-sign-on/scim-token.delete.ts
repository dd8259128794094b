import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { revokeScimToken } from '#members/scim/tokens.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { answerSingleSignOn } from '../edge/answer-single-sign-on.ts'

export default bind(dashboard.revokeScimToken, parts => async ({ member }) => {
  const { organisationId, email: actor } = member
  const revoked = await inTransaction(parts.database.engine, tx => revokeScimToken(tx, organisationId, actor))
  if (!revoked) throw new Refusal('single_sign_on_not_found', { message: 'There is no token of SCIM.' })
  return answerSingleSignOn(parts, organisationId, 'The token is revoked. Members stay as they are.')
})
