import type { NewSubscription, Subscription, SubscriptionChange } from '@millrace/contract/subscription'
import type { Given } from '#base/given.ts'
import { newId } from '#base/ids.ts'
import { newWebhookSecret } from '#channels/webhook/secret.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { sealContext } from './seal-context.ts'

/** Each thing that happens becomes a row for each of them. */
export const MOST_SUBSCRIPTIONS = 20

/** Where a subscription is; every function returns undefined where there is none. */
export interface SubscriptionPlace {
  readonly organisationId: string
  readonly id: string
}

interface Row extends Omit<Subscription, 'status' | 'created_at' | 'failing_since'> {
  readonly has_secret: boolean
  readonly paused: boolean
  readonly created_at: Date
  readonly failing_since: Date | null
}

/** Each state by itself, because most deliveries of 30 days are delivered, and none of those has to be read. */
const OF_IT =
  'FROM subscription_deliveries d WHERE d.organisation_id = s.organisation_id AND d.subscription_id = s.id'

/** By name; with an id, only that one. */
export async function listSubscriptions(
  tx: Sql,
  organisationId: string,
  id: string | null = null,
): Promise<Subscription[]> {
  const { rows } = await tx.query<Row>(
    `SELECT s.id, s.name, s.url, s.events, s.sealed_secret IS NOT NULL AS has_secret, s.paused_at IS NOT NULL AS paused,
            s.paused_because, s.failing_since, s.created_by, s.created_at,
            CASE WHEN s.previous_until > now() THEN s.previous_until END AS previous_secret_until,
            (SELECT count(*)::int ${OF_IT} AND d.state = 'waiting') AS waiting,
            (SELECT count(*)::int ${OF_IT} AND d.state = 'failed') AS failed,
            (SELECT max(d.settled_at) ${OF_IT} AND d.state = 'delivered') AS last_delivered_at
     FROM subscriptions s
     WHERE s.organisation_id = $1 AND ($2::uuid IS NULL OR s.id = $2) AND s.deleted_at IS NULL
     ORDER BY lower(s.name), s.id`,
    [organisationId, id],
  )
  return rows.map(({ has_secret, paused, ...row }) => ({
    ...row,
    status: statusOf(has_secret, paused, row.failing_since),
    failing_since: textOf(row.failing_since),
    previous_secret_until: textOf(row.previous_secret_until),
    last_delivered_at: textOf(row.last_delivered_at),
    created_at: row.created_at.toISOString(),
  }))
}

const textOf = (time: Date | string | null): string | null =>
  time === null ? null : new Date(time).toISOString()

function statusOf(hasSecret: boolean, paused: boolean, failingSince: Date | null): Subscription['status'] {
  if (!hasSecret) return 'needs_secret'
  if (paused) return 'paused'
  return failingSince === null ? 'active' : 'failing'
}

export const findSubscription = async (
  tx: Sql,
  { organisationId, id }: SubscriptionPlace,
): Promise<Subscription | undefined> => (await listSubscriptions(tx, organisationId, id))[0]

/** Whether another one has this name. */
async function isTaken(tx: Sql, organisationId: string, name: string, id: string | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM subscriptions
     WHERE organisation_id = $1 AND lower(name) = lower($2) AND deleted_at IS NULL AND id IS DISTINCT FROM $3`,
    [organisationId, name, id],
  )
  return rowCount !== 0
}

export type Created = { readonly id: string; readonly secret: string } | 'too_many' | 'name_taken'

/** The address is checked by the caller. */
export async function createSubscription(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  { name, url, events }: NewSubscription,
): Promise<Created> {
  // Of two at once, the second counts the first.
  await tx.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId])
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM subscriptions WHERE organisation_id = $1 AND deleted_at IS NULL',
    [organisationId],
  )
  if (await isTaken(tx, organisationId, name, null)) return 'name_taken'
  if ((rows[0]?.count ?? 0) >= MOST_SUBSCRIPTIONS) return 'too_many'
  const id = newId()
  const secret = newWebhookSecret()
  await tx.query(
    `INSERT INTO subscriptions (organisation_id, id, name, url, events, sealed_secret, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [organisationId, id, name, url, events, sealer.seal(secret, sealContext(organisationId, id)), actor],
  )
  await record(tx, { organisationId, id }, actor, 'created', { name, url, events })
  return { id, secret }
}

/** What waited while it was paused is sent when it is resumed, with all attempts before it. */
export async function changeSubscription(
  tx: Sql,
  place: SubscriptionPlace,
  actor: string,
  change: Given<SubscriptionChange>,
): Promise<'changed' | 'name_taken' | 'not_found'> {
  const { name, url, events, paused } = change
  await tx.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [place.organisationId])
  if (name !== undefined && (await isTaken(tx, place.organisationId, name, place.id))) return 'name_taken'
  const { rowCount } = await tx.query(
    `UPDATE subscriptions SET name = coalesce($3, name), url = coalesce($4, url), events = coalesce($5, events),
       paused_at = CASE WHEN $6::boolean THEN coalesce(paused_at, now()) WHEN NOT $6 THEN NULL ELSE paused_at END,
       paused_because = CASE WHEN $6 THEN coalesce(paused_because, 'member') WHEN NOT $6 THEN NULL
                        ELSE paused_because END,
       failing_since = CASE WHEN $6::boolean = false THEN NULL ELSE failing_since END
     WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [place.organisationId, place.id, name ?? null, url ?? null, events ?? null, paused ?? null],
  )
  if (rowCount === 0) return 'not_found'
  if (paused === false)
    await tx.query(
      `UPDATE subscription_deliveries SET due_at = now(), tries = 0
       WHERE organisation_id = $1 AND subscription_id = $2 AND state = 'waiting'`,
      [place.organisationId, place.id],
    )
  await record(tx, place, actor, 'changed', { ...change })
  return 'changed'
}

/**
 * A new secret. The previous one signs too, for a day. If it is replaced again within a minute, by a request that was repeated, the
 * one that receivers have stays the previous one.
 */
export async function changeSecret(
  tx: Sql,
  sealer: Sealer,
  place: SubscriptionPlace,
  actor: string,
): Promise<string | undefined> {
  const secret = newWebhookSecret()
  const { rowCount } = await tx.query(
    `UPDATE subscriptions SET sealed_secret = $3, sealed_previous = CASE WHEN ${REPEATED} THEN sealed_previous ELSE sealed_secret END,
       previous_until = CASE WHEN sealed_secret IS NOT NULL THEN now() + interval '1 day' END
     WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [place.organisationId, place.id, sealer.seal(secret, sealContext(place.organisationId, place.id))],
  )
  if (rowCount === 0) return undefined
  await record(tx, place, actor, 'secret_changed')
  return secret
}

const REPEATED = `coalesce(previous_until > now() + interval '1 day' - interval '1 minute', false)`

/** Nothing is sent or shown from now on. What is stored of it is deleted by the maintenance. Returns its name. */
export async function deleteSubscription(
  tx: Sql,
  place: SubscriptionPlace,
  actor: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `UPDATE subscriptions SET deleted_at = now(), sealed_secret = NULL, sealed_previous = NULL
     WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING name`,
    [place.organisationId, place.id],
  )
  const [deleted] = rows
  if (deleted === undefined) return undefined
  await record(tx, place, actor, 'deleted', { name: deleted.name })
  return deleted.name
}

const record = (
  tx: Sql,
  { organisationId, id }: SubscriptionPlace,
  actor: string,
  what: string,
  detail: Record<string, unknown> = {},
) => recordAudit(tx, organisationId, { actor, action: `subscription.${what}`, subject: id, detail })
