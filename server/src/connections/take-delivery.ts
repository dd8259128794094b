import type { RefusalReason } from '@millrace/contract/connection-proof'
import { faultPoint } from '#base/fault-point.ts'
import { type Database, inTenant } from '#db/database.ts'
import type { Receiving } from './find-connection.ts'
import { keptHeaders } from './kept-headers.ts'
import type { KeySetAt } from './proof/key-sets.ts'
import type { Presented } from './proof/proof.ts'
import { prove } from './proof/prove.ts'
import { repeatKey } from './repeat-key.ts'
import { storeDelivery } from './store-delivery.ts'

export type Taken = 'taken' | 'repeated' | { readonly refused: RefusalReason }

/** Stores a delivery that proves its origin, whatever is in it: when this returns, it is on disk. */
export async function takeDelivery(
  database: Pick<Database, 'tenant'>,
  connection: Receiving,
  presented: Presented,
  keySetAt?: KeySetAt,
): Promise<Taken> {
  const verdict = await prove(connection.proof, connection.secrets, presented, keySetAt)
  if (!verdict.ok) return { refused: verdict.reason }
  const stored = await inTenant(database, connection.organisationId, tx =>
    storeDelivery(tx, {
      organisationId: connection.organisationId,
      connectionId: connection.id,
      repeatKey: repeatKey(connection.repeats, presented),
      headers: keptHeaders(presented.headers, connection.proof),
      body: presented.body,
    }),
  )
  faultPoint('take:stored')
  return stored ? 'taken' : 'repeated'
}

/** Counts what was refused; nothing of it is kept. */
export async function countRefusal(
  database: Pick<Database, 'tenant'>,
  { organisationId, id }: Pick<Receiving, 'organisationId' | 'id'>,
  reason: RefusalReason | 'too_large',
): Promise<void> {
  await inTenant(database, organisationId, tx =>
    tx.query(
      `INSERT INTO connection_refusals (organisation_id, connection_id, reason, refused, last_at)
       VALUES ($1, $2, $3, 1, now())
       ON CONFLICT (organisation_id, connection_id, reason)
       DO UPDATE SET refused = connection_refusals.refused + 1, last_at = now()`,
      [organisationId, id, reason],
    ),
  )
}
