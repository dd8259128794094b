import type { ProviderChange } from '@millrace/contract/provider'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '../audit.ts'
import { writeSecret } from '../secrets.ts'
import { writeConnection } from '../settings/write-connection.ts'
import { done, lockProviders, type Place, type ProviderParts, type ProviderResult } from './change.ts'
import {
  connectionFaults,
  connectionField,
  keepsSecret,
  secretNameOf,
  secretOf,
  usesSecret,
} from './connection.ts'
import { type Faults, faultsOf, foreignFaults, limitFaults, nameFaults } from './provider-faults.ts'
import { limitsOf, writeLimits } from './provider-limits.ts'
import { recordAnswer } from './record-health.ts'

export async function changeProvider(
  tx: Sql,
  { sealer, policy }: ProviderParts,
  { organisationId, actor }: Place,
  id: string,
  { secret, ...given }: ProviderChange,
): Promise<ProviderResult> {
  const { settings, secrets, providers } = await lockProviders(tx, sealer, organisationId)
  const before = providers.find(provider => provider.id === id)
  if (before === undefined) return { kind: 'not_found' }
  const { channel } = before
  const field = connectionField(channel)
  const connection = given[field] ?? before.connection
  const kept = keepsSecret(channel, before.connection, connection) ? secretOf(before, secrets) : undefined
  const after = secret ?? kept
  const limits = limitsOf({ ...before, ...given })
  const name = given.name?.trim() ?? before.name
  const others = providers.filter(other => other.channel === channel && other.id !== id)
  const faults: Faults = {
    ...nameFaults(name, others),
    ...limitFaults(limits),
    ...foreignFaults(channel, given),
    // A pace can be changed although the operator has forbidden the server since.
    ...(given[field] === undefined && secret === undefined
      ? {}
      : faultsOf(field, connectionFaults(channel, connection, after, policy))),
  }
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults }
  if (given[field] !== undefined) {
    if (before.first) await writeConnection(tx, organisationId, settings, channel, connection)
    else
      await tx.query('UPDATE providers SET connection = $3 WHERE organisation_id = $1 AND id = $2', [
        organisationId,
        id,
        JSON.stringify(connection),
      ])
  }
  const wanted = usesSecret(channel, connection) ? after : undefined
  const isSecretChanged = wanted !== secretOf(before, secrets)
  if (isSecretChanged) await writeSecret(tx, sealer, organisationId, secretNameOf(before), wanted ?? null)
  await tx.query('UPDATE providers SET name = $3 WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    id,
    name,
  ])
  if (given[field] !== undefined || isSecretChanged) await recordAnswer(tx, organisationId, id)
  await writeLimits(tx, organisationId, id, limits)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'provider.changed',
    subject: id,
    detail: { channel, name, changed: [...Object.keys(given), ...(isSecretChanged ? ['secret'] : [])] },
  })
  return done(tx, organisationId, id)
}
