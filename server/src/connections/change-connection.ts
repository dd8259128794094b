import type { Proof } from '@millrace/contract/connection-proof'
import type { TokenClaims } from '@millrace/contract/dashboard/connections'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { dueIn } from './due.ts'
import { sealContext } from './seal-context.ts'
import { vendors } from './vendors/vendors.ts'

/** Each returns false where there is no such connection. */

export interface Change {
  readonly name?: string
  readonly unknown_guests?: 'create' | 'keep'
  readonly paused?: boolean
}

/** What waited while it was paused is read when it is resumed. */
export async function changeConnection(
  tx: Sql,
  organisationId: string,
  actor: string,
  id: string,
  change: Change,
): Promise<boolean> {
  const { name, unknown_guests, paused } = change
  const { rowCount } = await tx.query(
    `UPDATE connections SET name = coalesce($3, name), unknown_guests = coalesce($4, unknown_guests),
       paused_at = CASE WHEN $5::boolean THEN coalesce(paused_at, now()) WHEN NOT $5 THEN NULL ELSE paused_at END
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id, name ?? null, unknown_guests ?? null, paused ?? null],
  )
  if (rowCount === 0) return false
  if (paused !== undefined) await putDue(tx, organisationId, id)
  // With "create", nothing has to become known about guests any longer.
  if (unknown_guests !== undefined) await readAgain(tx, organisationId, id, ['held'])
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.changed',
    subject: id,
    detail: { ...change },
  })
  return true
}

async function putDue(tx: Sql, organisationId: string, id: string): Promise<void> {
  await tx.query(
    `UPDATE connection_deliveries d SET due_at = ${dueIn('0')}
     WHERE organisation_id = $1 AND connection_id = $2 AND state IN ('waiting', 'held')`,
    [organisationId, id],
  )
}

export interface NewSecret {
  readonly secret: string
  /** Whether the one before is accepted too. */
  readonly keepPrevious: boolean
}

export async function changeSecret(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  id: string,
  { secret, keepPrevious }: NewSecret,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE connections SET sealed_secret = $3, sealed_previous = CASE WHEN $4 THEN sealed_secret END
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id, sealer.seal(secret, sealContext(organisationId, id, 'sealed_secret')), keepPrevious],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.secret_changed',
    subject: id,
    detail: { previous: keepPrevious ? 'kept' : 'removed' },
  })
  return true
}

export async function removePrevious(
  tx: Sql,
  organisationId: string,
  actor: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE connections SET sealed_previous = NULL WHERE organisation_id = $1 AND id = $2',
    [organisationId, id],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, { actor, action: 'connection.previous_secret_removed', subject: id })
  return true
}

/** Also false where its system sends no signed tokens. */
export async function changeClaims(
  tx: Sql,
  organisationId: string,
  actor: string,
  id: string,
  { issuer, audience }: TokenClaims,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE connections SET proof = jsonb_strip_nulls(proof || jsonb_build_object('issuer', $3::text, 'audience', $4::text))
     WHERE organisation_id = $1 AND id = $2 AND proof ->> 'scheme' = 'jwt'`,
    [organisationId, id, issuer, audience],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.claims_changed',
    subject: id,
    detail: { issuer, audience },
  })
  return true
}

const ofAnyProof = vendors.filter(({ anyProof }) => anyProof).map(({ id }) => id)

/** Also false where its vendor has its own proof. */
export async function changeProof(
  tx: Sql,
  organisationId: string,
  actor: string,
  id: string,
  proof: Proof,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE connections SET proof = $3 WHERE organisation_id = $1 AND id = $2 AND vendor = ANY($4)',
    [organisationId, id, JSON.stringify(proof), ofAnyProof],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.proof_changed',
    subject: id,
    detail: { ...proof },
  })
  return true
}

/** Says which venue another system's id means; null forgets it. What was held because nobody knew is read again at once. */
export async function setAlias(
  tx: Sql,
  organisationId: string,
  actor: string,
  connectionId: string,
  location: string,
  serial: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE connections SET aliases = jsonb_strip_nulls(aliases || jsonb_build_object($3::text, $4::text))
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, connectionId, location, serial],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.alias_set',
    subject: connectionId,
    detail: { location, serial },
  })
  await readAgain(tx, organisationId, connectionId, ['held'])
  return true
}

/**
 * Has deliveries read again. Items that made an event make none again, so it can be done any number of times. Returns how
 * many there are.
 */
export async function readAgain(
  tx: Sql,
  organisationId: string,
  connectionId: string,
  states: readonly ('held' | 'failed' | 'done')[],
  deliveryIds: readonly string[] | null = null,
): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE connection_deliveries d SET state = 'waiting', due_at = ${dueIn('0')}, attempts = 0
     WHERE organisation_id = $1 AND connection_id = $2 AND state = ANY($3) AND ($4::uuid[] IS NULL OR id = ANY($4))`,
    [organisationId, connectionId, states, deliveryIds],
  )
  return rowCount ?? 0
}
