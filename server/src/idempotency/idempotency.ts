import { createHash } from 'node:crypto'
import { lockSeeds } from '#db/advisory-locks.ts'
import type { Sql } from '#db/sql.ts'

/**
 * An Idempotency-Key makes a POST happen once: its answer is stored in the transaction of what it protects, and
 * returned again, byte for byte, to a repetition within seven days. Only answers of requests that stored something are
 * kept; a refused request left nothing that a repetition could double.
 *
 * The key is first locked for the length of the transaction. A request that does not get the lock is answered "in
 * flight" instead of waiting. The stored answer is read after that, in a separate statement, so that it sees what the
 * previous holder of the lock committed.
 */
export interface IdempotentRequest {
  readonly keyId: string
  readonly route: string
  readonly key: string
  readonly fingerprint: Buffer
}

export interface StoredAnswer {
  readonly status: number
  readonly location: string | null
  readonly body: string
}

/** Why a request is not carried out: it was before, or is being carried out now. */
export type Repeated =
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in_flight' }

export type Claim = Repeated | { readonly kind: 'first' }

/** One claim for each request, in order. */
export async function claimKeys(
  tx: Sql,
  organisationId: string,
  requests: readonly IdempotentRequest[],
): Promise<Claim[]> {
  const locked = await lockKeys(tx, organisationId, requests)
  const stored = await findAnswers(tx, organisationId, requests)
  const claimedHere = new Set<string>()
  return requests.map((request, index) => {
    const name = nameOf(request)
    const answer = stored.get(name)
    if (answer !== undefined) {
      if (!answer.fingerprint.equals(request.fingerprint)) return { kind: 'mismatch' }
      return { kind: 'replay', answer }
    }
    // A transaction gets the same lock twice, so twins within one batch are distinguished here.
    if (!locked[index] || claimedHere.has(name)) return { kind: 'in_flight' }
    claimedHere.add(name)
    return { kind: 'first' }
  })
}

async function lockKeys(
  tx: Sql,
  organisationId: string,
  requests: readonly IdempotentRequest[],
): Promise<boolean[]> {
  const { rows } = await tx.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || name, ${lockSeeds.idempotencyKey})) AS locked
     FROM unnest($2::text[]) WITH ORDINALITY AS t (name, place) ORDER BY place`,
    [organisationId, requests.map(nameOf)],
  )
  return rows.map(row => row.locked)
}

interface Row extends StoredAnswer {
  key_id: string
  route: string
  key: string
  fingerprint: Buffer
}

async function findAnswers(
  tx: Sql,
  organisationId: string,
  requests: readonly IdempotentRequest[],
): Promise<Map<string, Row>> {
  const { rows } = await tx.query<Row>(
    `SELECT key_id, route, key, fingerprint, status, location, body
     FROM idempotent_answers
     WHERE organisation_id = $1 AND created_at > now() - interval '7 days'
       AND (key_id, route, key) IN (SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[]))`,
    [
      organisationId,
      requests.map(request => request.keyId),
      requests.map(request => request.route),
      requests.map(request => request.key),
    ],
  )
  return new Map(rows.map(row => [nameOf({ ...row, keyId: row.key_id }), row]))
}

export interface AnswerToKeep {
  readonly request: IdempotentRequest
  readonly answer: StoredAnswer
}

/** The statement has been sent when this returns. A row older than its seven days is overwritten. */
export async function keepAnswers(
  tx: Sql,
  organisationId: string,
  answers: readonly AnswerToKeep[],
): Promise<void> {
  await tx.query(
    `INSERT INTO idempotent_answers (organisation_id, key_id, route, key, fingerprint, status, location, body, created_at)
     SELECT $1, t.*, now()
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::smallint[], $7::text[], $8::text[]) AS t
     ON CONFLICT (organisation_id, key_id, route, key) DO UPDATE SET
       fingerprint = excluded.fingerprint, status = excluded.status, location = excluded.location,
       body = excluded.body, created_at = excluded.created_at`,
    [
      organisationId,
      answers.map(({ request }) => request.keyId),
      answers.map(({ request }) => request.route),
      answers.map(({ request }) => request.key),
      answers.map(({ request }) => request.fingerprint),
      answers.map(({ answer }) => answer.status),
      answers.map(({ answer }) => answer.location),
      answers.map(({ answer }) => answer.body),
    ],
  )
}

/** Two bodies are the same request when they have the same content, whatever the order of their keys. */
export function fingerprint(path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${path}\n${canonical(body)}`)
    .digest()
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => {
    if (inner === null || typeof inner !== 'object') return inner
    // Pairs instead of an object: a key named __proto__ stays a key. The word in front distinguishes it from a list of
    // pairs.
    if (Array.isArray(inner)) return ['list', ...inner]
    return ['object', ...Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))]
  })
}

const nameOf = (request: Pick<IdempotentRequest, 'keyId' | 'route' | 'key'>) =>
  `${request.keyId} ${request.route} ${request.key}`
