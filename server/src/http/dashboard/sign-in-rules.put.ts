import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { readSignInRules } from '#members/second-factor/sign-in-rules.ts'
import { requireSecondFactor } from '#organisations/sign-in-rules.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'

export default bind(dashboard.saveSignInRules, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.saveSignInRules)
  await inTenant(database, organisationId, tx =>
    requireSecondFactor(tx, organisationId, actor, body.require_second_factor),
  )
  return { message: 'The rules are saved.', rules: await readSignInRules(database.engineSql, organisationId) }
})
