import type { DomainProof } from '@millrace/contract/single-sign-on'
import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { DnsTexts } from '#sender/dns-texts.ts'
import { SIGN_ON_ACTOR } from './admit.ts'
import { leaveByPassword } from './enforced.ts'

/** Which domains are an organisation's own: those whose DNS has the token that Millrace gave to it. */

export interface StoredProof extends Omit<DomainProof, 'problem'> {
  readonly token: string
}

export async function readProofs(sql: Sql, organisationId: string): Promise<StoredProof[]> {
  const { rows } = await sql.query<Pick<StoredProof, 'domain' | 'token' | 'status'>>(
    `SELECT p.domain, p.token, CASE WHEN d.proven_at IS NOT NULL THEN 'proven' WHEN d.domain IS NOT NULL THEN 'kept'
       ELSE 'unproven' END AS status
     FROM single_sign_on_proofs p LEFT JOIN single_sign_on_domains d USING (organisation_id, domain)
     WHERE p.organisation_id = $1 ORDER BY p.domain`,
    [organisationId],
  )
  return rows.map(row => ({
    ...row,
    publish: { name: `_millrace.${row.domain}`, value: `millrace-domain-verification=${row.token}` },
  }))
}

/** Another organisation has proven these domains. Thrown, so that nothing is saved. */
export class DomainsTaken extends Error {
  override name = 'DomainsTaken'
  readonly domains: readonly string[]

  constructor(domains: readonly string[]) {
    super(domains.join(', '))
    this.domains = domains
  }
}

/** The domains of the settings: new ones wait for their proof, and those that are left out count no longer. */
export async function nameDomains(
  tx: Sql,
  organisationId: string,
  domains: readonly string[],
): Promise<void> {
  const { rows: taken } = await tx.query<{ domain: string }>(
    `SELECT domain FROM single_sign_on_domains
     WHERE domain = ANY ($2) AND organisation_id <> $1 AND proven_at IS NOT NULL ORDER BY domain`,
    [organisationId, domains],
  )
  if (taken.length > 0) throw new DomainsTaken(taken.map(({ domain }) => domain))
  // In this order: a check that is under way holds the row of the first while it adds one to the second.
  await tx.query('DELETE FROM single_sign_on_proofs WHERE organisation_id = $1 AND domain <> ALL ($2)', [
    organisationId,
    domains,
  ])
  await tx.query('DELETE FROM single_sign_on_domains WHERE organisation_id = $1 AND domain <> ALL ($2)', [
    organisationId,
    domains,
  ])
  await tx.query(
    `INSERT INTO single_sign_on_proofs (organisation_id, domain) SELECT $1, unnest($2::text[])
     ON CONFLICT DO NOTHING`,
    [organisationId, domains],
  )
}

/** By domain, a sentence for an owner. */
export type DomainProblems = ReadonlyMap<string, string>

/** Looks for the records of domains that are not proven yet. Returns what is wrong with those that stay so. */
export async function proveDomains(
  { engine, engineSql }: Pick<Database, 'engine' | 'engineSql'>,
  texts: DnsTexts,
  organisationId: string,
  actor: string,
): Promise<DomainProblems> {
  const waiting = (await readProofs(engineSql, organisationId)).filter(({ status }) => status !== 'proven')
  // Outside of a transaction: name servers take their time.
  const looked = await Promise.all(
    waiting.map(async proof => ({ proof, problem: problemOf(proof, await texts(proof.publish.name)) })),
  )
  const problems = new Map<string, string>()
  for (const { proof, problem } of looked) {
    const stays = problem ?? (await inTransaction(engine, tx => prove(tx, organisationId, actor, proof)))
    if (stays !== undefined) problems.set(proof.domain, stays)
  }
  return problems
}

function problemOf(
  { publish }: Pick<StoredProof, 'publish'>,
  found: readonly string[] | undefined,
): string | undefined {
  if (found === undefined) return 'The name server did not answer. Check again in a few minutes.'
  if (found.some(text => text.trim() === publish.value)) return undefined
  return found.length === 0
    ? 'The record is not in the DNS yet.'
    : 'The DNS has another record in its place. Add this one.'
}

/** The domain is the organisation's from now on. One that another organisation only kept in use goes over to it. */
async function prove(
  tx: Sql,
  organisationId: string,
  actor: string,
  { domain, token }: StoredProof,
): Promise<string | undefined> {
  const { rowCount: named } = await tx.query(
    'SELECT FROM single_sign_on_proofs WHERE organisation_id = $1 AND domain = $2 AND token = $3 FOR UPDATE',
    [organisationId, domain, token],
  )
  if (named === 0) return undefined
  const { rows: before } = await tx.query<{ organisation_id: string }>(
    'SELECT organisation_id FROM single_sign_on_domains WHERE domain = $1 FOR UPDATE',
    [domain],
  )
  const { rowCount: own } = await tx.query(
    `INSERT INTO single_sign_on_domains AS d (domain, organisation_id, proven_at) VALUES ($1, $2, now())
     ON CONFLICT (domain) DO UPDATE SET organisation_id = excluded.organisation_id, proven_at = excluded.proven_at
     WHERE d.proven_at IS NULL`,
    [domain, organisationId],
  )
  if (own === 0) return 'Another organisation here has proven that this domain is its own. Ask the operator.'
  const loser = before.find(({ organisation_id }) => organisation_id !== organisationId)?.organisation_id
  const entries = [
    { of: organisationId, by: actor, action: 'single_sign_on.domain_proven' },
    ...(loser === undefined ? [] : [{ of: loser, by: SIGN_ON_ACTOR, action: 'single_sign_on.domain_lost' }]),
  ]
  // In the order of ids: two that take a domain from each other do not wait for each other.
  for (const { of, by, action } of entries.sort((a, b) => (a.of < b.of ? -1 : 1))) {
    await recordAudit(tx, of, { actor: by, action, subject: of, detail: { domain } })
  }
  const { rowCount: enforced } = await tx.query(
    'SELECT FROM single_sign_on WHERE organisation_id = $1 AND enforced',
    [organisationId],
  )
  if (enforced !== 0) await leaveByPassword(tx, organisationId)
  return undefined
}
