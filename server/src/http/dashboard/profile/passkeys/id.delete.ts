import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { recordInOrganisations } from '#members/profile.ts'
import { removePasskey } from '#members/second-factor/passkeys.ts'
import { forgetCodesWithoutFactor } from '#members/second-factor/recovery-codes.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'

export default bind(dashboard.removePasskey, ({ database }) => async ({ params, session: { member } }) => {
  // Whatever else stands in an address is no passkey, and nothing PostgreSQL could be asked for.
  if (!/^[\w-]{1,1400}$/.test(params.id)) throw new Refusal('factor_not_found')
  await inTransaction(database.engine, async tx => {
    const name = await removePasskey(tx, member.id, params.id)
    if (name === undefined) throw new Refusal('factor_not_found')
    await forgetCodesWithoutFactor(tx, member.id)
    const entry = { actor: member.email, action: 'member.passkey_removed', detail: { name } }
    await recordInOrganisations(tx, member.id, entry)
  })
  return { message: 'The passkey is removed.' }
})
