import { dashboard } from '@millrace/contract/operations/dashboard'
import { factorsOf } from '#members/second-factor/factors.ts'
import { listPasskeys, siteOf } from '#members/second-factor/passkeys.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.readSecondFactor, ({ config, database }) => async ({ session: { member } }) => {
  const [{ totp, recoveryCodes }, passkeys] = await Promise.all([
    factorsOf(database.engineSql, member.id),
    listPasskeys(database.engineSql, member.id),
  ])
  return {
    totp,
    recovery_codes: recoveryCodes,
    passkeys_possible: siteOf(config.baseUrl) !== undefined,
    passkeys: passkeys.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  }
})
