import {
  MOST_PROVIDERS,
  type NewProvider,
  type Provider,
  type ProviderChange,
  type ProviderChannel,
} from '@millrace/contract/provider'
import type { OrganisationSettings } from '@millrace/contract/settings'
import { newId } from '#base/ids.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordAudit } from '../audit.ts'
import { type OpenedSecrets, readSecrets, writeSecret } from '../secrets.ts'
import { lockSettings } from '../settings/read-settings.ts'
import { writeConnection } from '../settings/write-connection.ts'
import { connectionFaults, keepsSecret, secretNameOf, secretOf } from './connection.ts'
import { listProviders } from './list-providers.ts'
import { type Connection, type ProviderRow, providerColumns, providerSources } from './provider-row.ts'
import { recordAnswer } from './record-health.ts'

/**
 * Adding, changing, ordering and removing providers. The connection of the first one of a channel is in the settings, and
 * those of the others in their rows: whichever becomes the first changes places with it.
 */

export interface ProviderParts {
  readonly sealer: Sealer
  readonly policy: AddressPolicy
}

export type Faults = Record<string, string[]>
export type ProviderResult =
  | { readonly kind: 'done'; readonly provider: Provider }
  | { readonly kind: 'faults'; readonly faults: Faults }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'too_many' }

interface Place {
  readonly organisationId: string
  readonly actor: string
}

interface Present {
  readonly settings: OrganisationSettings
  readonly secrets: OpenedSecrets
  readonly providers: readonly ProviderRow[]
}

/** The providers as they are until the end of the transaction. */
async function lockProviders(tx: Sql, sealer: Sealer, organisationId: string): Promise<Present> {
  const stored = await lockSettings(tx, organisationId)
  if (stored === undefined) throw new Error(`organisation ${organisationId} is not there`)
  const { rows } = await tx.query<ProviderRow>(
    `SELECT ${providerColumns} FROM ${providerSources}
     WHERE p.organisation_id = $1 ORDER BY p.channel, p.position, p.id`,
    [organisationId],
  )
  return {
    settings: stored.settings,
    secrets: await readSecrets(tx, sealer, organisationId),
    providers: rows,
  }
}

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
         SELECT $1, $2, $3, max(position) + 1, $4, $5 FROM providers WHERE organisation_id = $1 AND channel = $3
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

/** Returns its name; undefined if there is no such provider. */
export async function removeProvider(
  tx: Sql,
  sealer: Sealer,
  { organisationId, actor }: Place,
  id: string,
): Promise<string | undefined> {
  const present = await lockProviders(tx, sealer, organisationId)
  const removed = present.providers.find(provider => provider.id === id)
  if (removed === undefined) return undefined
  const { channel, name } = removed
  const next = present.providers.find(other => other.channel === channel && other.id !== id)
  if (removed.first && next !== undefined) await putFirst(tx, sealer, organisationId, present, removed, next)
  if (removed.first && next === undefined) {
    await writeSecret(tx, sealer, organisationId, secretNameOf(removed), null)
    await writeConnection(tx, organisationId, present.settings, channel, null)
  } else {
    await writeSecret(tx, sealer, organisationId, secretNameOf({ ...removed, first: false }), null)
    await tx.query('DELETE FROM providers WHERE organisation_id = $1 AND id = $2', [organisationId, id])
  }
  await recordAudit(tx, organisationId, {
    actor,
    action: 'provider.removed',
    subject: id,
    detail: { channel, name },
  })
  return name
}

/** Exchanges the places of two connections and of their secrets: between the settings and the rows. */
async function putFirst(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  { settings, secrets }: Present,
  before: ProviderRow | undefined,
  after: ProviderRow | undefined,
): Promise<void> {
  if (before === undefined || after === undefined || before.id === after.id) return
  const place = 'UPDATE providers SET connection = $3 WHERE organisation_id = $1 AND id = $2'
  await tx.query(place, [organisationId, before.id, JSON.stringify(before.connection)])
  await tx.query(place, [organisationId, after.id, null])
  await writeConnection(tx, organisationId, settings, after.channel, after.connection)
  const write = (provider: ProviderRow, first: boolean, secret: string | undefined) =>
    writeSecret(tx, sealer, organisationId, secretNameOf({ ...provider, first }), secret ?? null)
  await write(before, false, secretOf(before, secrets))
  await write(after, true, secretOf(after, secrets))
  await write(after, false, undefined)
}

type Limits = Pick<ProviderRow, 'pace' | 'most_a_day' | 'warm_up'>

const limitsOf = ({ pace, most_a_day, warm_up }: Partial<Limits>): Limits => ({
  pace: pace ?? null,
  most_a_day: most_a_day ?? null,
  warm_up: warm_up ?? null,
})

/** A warm-up that is turned on, or begins with another number, begins again. */
async function writeLimits(
  tx: Sql,
  organisationId: string,
  id: string,
  { pace, most_a_day, warm_up }: Limits,
): Promise<void> {
  await tx.query(
    `UPDATE providers SET
       next_at = CASE WHEN (pace_most, pace_per) IS DISTINCT FROM ($3::integer, $4::text) THEN '-infinity' ELSE next_at END,
       warm_days = CASE WHEN warm_up_start IS DISTINCT FROM $6::integer THEN 0 ELSE warm_days END,
       pace_most = $3, pace_per = $4, most_a_day = $5, warm_up_start = $6, warm_up_factor = $7
     WHERE organisation_id = $1 AND id = $2`,
    [
      organisationId,
      id,
      pace?.most ?? null,
      pace?.per ?? null,
      most_a_day,
      warm_up?.start ?? null,
      warm_up?.factor ?? null,
    ],
  )
}

const connectionField = (channel: ProviderChannel) => (channel === 'email' ? 'smtp' : 'sms')
const usesSecret = (channel: ProviderChannel, connection: Connection) =>
  channel === 'sms' || ('user' in connection && connection.user !== undefined)
const faultsOf = (field: string, sentences: string[]): Faults =>
  sentences.length === 0 ? {} : { [field]: sentences }

const MISSING: Record<ProviderChannel, string> = {
  email: 'Give the mail server of the provider.',
  sms: 'Give the account at the SMS provider.',
}

function nameFaults(name: string, others: readonly ProviderRow[]): Faults {
  const isTaken = others.some(other => other.name.toLowerCase() === name.toLowerCase())
  return isTaken ? { name: ['Another provider has this name. Choose another one.'] } : {}
}

function limitFaults({ most_a_day, warm_up }: Limits): Faults {
  if (warm_up === null) return {}
  if (most_a_day === null)
    return { most_a_day: ['Say how many a day it sends once it is warm: the warm-up ends there.'] }
  return warm_up.start >= most_a_day
    ? { 'warm_up.start': ['Begin with fewer than it sends a day once it is warm.'] }
    : {}
}

/** A mail server for SMS, or an SMS account for e-mail. */
function foreignFaults(channel: ProviderChannel, given: { smtp?: unknown; sms?: unknown }): Faults {
  const foreign = channel === 'email' ? 'sms' : 'smtp'
  return given[foreign] === undefined
    ? {}
    : { [foreign]: [`This provider sends ${channel === 'email' ? 'e-mails' : 'SMS'}.`] }
}

async function done(tx: Sql, organisationId: string, id: string): Promise<ProviderResult> {
  const provider = (await listProviders(tx, organisationId)).find(one => one.id === id)
  return provider === undefined ? { kind: 'not_found' } : { kind: 'done', provider }
}
