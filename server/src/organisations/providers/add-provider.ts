import { MOST_PROVIDERS, type NewProvider, type ProviderChannel } from '@millrace/contract/provider'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '../audit.ts'
import { writeSecret } from '../secrets.ts'
import { writeConnection } from '../settings/write-connection.ts'
import { done, lockProviders, type Place, type ProviderParts, type ProviderResult } from './change.ts'
import { connectionFaults, connectionField, secretNameOf, usesSecret } from './connection.ts'
import { type Faults, faultsOf, foreignFaults, limitFaults, nameFaults } from './provider-faults.ts'
import { limitsOf, writeLimits } from './provider-limits.ts'

/** The connection of the first provider of a channel is in the settings, and those of the others in their rows. */
export async function addProvider(
  tx: Sql,
  { sealer, policy }: ProviderParts,
  { organisationId, actor }: Place,
  { channel, secret, ...given }: NewProvider,
): Promise<ProviderResult> {
  const { settings, providers } = await lockProviders(tx, sealer, organisationId)
  const others = providers.filter(other => other.channel === channel)
  if (others.length >= MOST_PROVIDERS) return { kind: 'too_many' }
  const connection = given[connectionField(channel)]
  const limits = limitsOf(given)
  const name = given.name.trim()
  const faults: Faults = {
    ...nameFaults(name, others),
    ...limitFaults(limits),
    ...foreignFaults(channel, given),
    ...(connection === undefined
      ? { [connectionField(channel)]: [MISSING[channel]] }
      : faultsOf(connectionField(channel), connectionFaults(channel, connection, secret, policy))),
  }
  if (Object.keys(faults).length > 0 || connection === undefined) return { kind: 'faults', faults }
  const isFirst = others.length === 0
  if (isFirst) await writeConnection(tx, organisationId, settings, channel, connection)
  const { rows } = isFirst
    ? await tx.query<{ id: string }>(
        'UPDATE providers SET name = $3 WHERE organisation_id = $1 AND channel = $2 RETURNING id',
        [organisationId, channel, name],
      )
    : await tx.query<{ id: string }>(
        `INSERT INTO providers (organisation_id, id, channel, position, name, connection)
         SELECT $1, $2, $3,
           (SELECT max(position) + 1 FROM providers WHERE organisation_id = $1 AND channel = $3), $4, $5
         RETURNING id`,
        [organisationId, newId(), channel, name, JSON.stringify(connection)],
      )
  const { id } = rows[0] as { id: string }
  await writeLimits(tx, organisationId, id, limits)
  await writeSecret(
    tx,
    sealer,
    organisationId,
    secretNameOf({ id, channel, first: isFirst }),
    secret !== undefined && usesSecret(channel, connection) ? secret : null,
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: 'provider.added',
    subject: id,
    detail: { channel, name },
  })
  return done(tx, organisationId, id)
}

const MISSING: Record<ProviderChannel, string> = {
  email: 'Give the mail server of the provider.',
  sms: 'Give the account at the SMS provider.',
}
