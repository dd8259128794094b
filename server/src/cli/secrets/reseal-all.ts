import { resealPulls } from '#connections/pull/settings.ts'
import { resealConnections } from '#connections/reseal-connections.ts'
import type { Sql } from '#db/sql.ts'
import { resealTotpSecrets } from '#members/second-factor/totp-secrets.ts'
import { resealSingleSignOn } from '#members/single-sign-on/settings.ts'
import { resealSecrets } from '#organisations/reseal-secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { resealSubscriptions } from '#subscriptions/stored-secrets.ts'

/** Everything that is sealed, of all organisations. */
const owners = [
  resealSecrets,
  resealConnections,
  resealPulls,
  resealSubscriptions,
  resealTotpSecrets,
  resealSingleSignOn,
]

/** Reseals what was sealed with a previous master key. Returns how many. */
export async function resealAll(tx: Sql, sealer: Sealer): Promise<number> {
  let resealed = 0
  for (const reseal of owners) resealed += await reseal(tx, sealer)
  return resealed
}
