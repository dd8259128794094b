import { dashboard } from '@millrace/contract/operations/dashboard'
import { totpUri } from '#members/second-factor/totp.ts'
import { beginTotp } from '#members/second-factor/totp-secrets.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(dashboard.beginTotp, ({ database, sealer }) => async ({ session: { member } }) => {
  const secret = await beginTotp(database.engineSql, sealer, member.id)
  if (secret === undefined) throw new Refusal('factor_exists')
  return {
    message: 'Add it to your app, then give the first code.',
    secret,
    uri: totpUri(secret, member.email),
  }
})
