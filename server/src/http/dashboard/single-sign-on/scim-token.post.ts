import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { createScimToken } from '#members/scim/tokens.ts'
import { readSingleSignOn } from '#members/single-sign-on/settings.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(dashboard.createScimToken, ({ database }) => async ({ member }, reply) => {
  const { organisationId, email: actor } = member
  const token = await inTransaction(database.engine, async tx => {
    if ((await readSingleSignOn(tx, organisationId)) === null) {
      throw new Refusal('single_sign_on_not_found', { message: 'Set up single sign-on first.' })
    }
    return createScimToken(tx, organisationId, actor)
  })
  reply.code(201)
  return { message: 'Token created. It is not shown again.', token }
})
