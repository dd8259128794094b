import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { recordInOrganisations } from '#members/profile.ts'
import { factorsOf, hasFactor } from '#members/second-factor/factors.ts'
import { replaceRecoveryCodes } from '#members/second-factor/recovery-codes.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(dashboard.makeRecoveryCodes, ({ database }) => async ({ session: { member } }) => {
  const codes = await inTransaction(database.engine, async tx => {
    if (!hasFactor(await factorsOf(tx, member.id))) throw new Refusal('factor_not_found')
    await recordInOrganisations(tx, member.id, { actor: member.email, action: 'member.recovery_codes_made' })
    return replaceRecoveryCodes(tx, member.id)
  })
  return { message: 'New recovery codes created. The old ones no longer work.', recovery_codes: codes }
})
