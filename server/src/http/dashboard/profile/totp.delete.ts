import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { recordInOrganisations } from '#members/profile.ts'
import { forgetCodesWithoutFactor } from '#members/second-factor/recovery-codes.ts'
import { removeTotp } from '#members/second-factor/totp-secrets.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(dashboard.removeTotp, ({ database }) => async ({ session: { member } }) => {
  await inTransaction(database.engine, async tx => {
    if (!(await removeTotp(tx, member.id))) throw new Refusal('factor_not_found')
    await forgetCodesWithoutFactor(tx, member.id)
    await recordInOrganisations(tx, member.id, { actor: member.email, action: 'member.totp_removed' })
  })
  return { message: 'The app is removed.' }
})
