import type { ProviderChannel } from '@millrace/contract/provider'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordAudit } from '../audit.ts'
import { lockProviders, type Place } from './change.ts'
import { putFirst } from './put-first.ts'

/** Whether the ids were those of the channel's providers, all of them and each once. */
export async function orderProviders(
  tx: Sql,
  sealer: Sealer,
  { organisationId, actor }: Place,
  channel: ProviderChannel,
  ids: readonly string[],
): Promise<boolean> {
  const present = await lockProviders(tx, sealer, organisationId)
  const ordered = ids.flatMap(
    id => present.providers.find(one => one.id === id && one.channel === channel) ?? [],
  )
  const all = present.providers.filter(one => one.channel === channel)
  if (ordered.length !== all.length || new Set(ids).size !== ids.length || ids.length !== all.length)
    return false
  await putFirst(tx, sealer, organisationId, present, all[0], ordered[0])
  await tx.query(
    `UPDATE providers p SET position = w.position
     FROM unnest($2::uuid[]) WITH ORDINALITY AS w (id, position)
     WHERE p.organisation_id = $1 AND p.id = w.id`,
    [organisationId, ids],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: 'provider.ordered',
    subject: organisationId,
    detail: { channel, order: ordered.map(({ name }) => name) },
  })
  return true
}
