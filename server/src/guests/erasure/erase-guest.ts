import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { blankRecords } from './blank-records.ts'
import { type Person, withoutPerson } from './without-person.ts'

/**
 * Forgets a person, in one transaction, as the engine. Returns the id that stands for them in the statistics, by which
 * the audit tells of it; undefined where there is no such guest. `finishErasures` looks once more a little later, for
 * what was being stored at this very moment.
 */
export async function eraseGuest(
  tx: Sql,
  organisationId: string,
  guestId: string,
  actor: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<Person>(
    `SELECT id, external_id, name, email, phone FROM guests WHERE organisation_id = $1 AND id = $2 FOR UPDATE`,
    [organisationId, guestId],
  )
  const [person] = rows
  if (person === undefined) return undefined
  const replacement = randomUUID()
  await blankRecords(tx, { organisationId, guestId, replacement })
  for (const documents of kept) await blankDocuments(tx, organisationId, person, documents)
  await tx.query('DELETE FROM guests WHERE organisation_id = $1 AND id = $2', [organisationId, guestId])
  await tx.query(
    'INSERT INTO erasures (organisation_id, guest_id, replacement) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [organisationId, guestId, replacement],
  )
  await recordAudit(tx, organisationId, { actor, action: 'guest.erased', subject: replacement })
  return replacement
}

interface Documents {
  readonly table: string
  readonly columns: readonly string[]
}

/** Where people keep documents of their own making, which may have copied a guest. */
const kept: readonly Documents[] = [
  { table: 'undertakings', columns: ['request', 'progress', 'result'] },
  { table: 'simulations', columns: ['script', 'expected'] },
]

async function blankDocuments(
  tx: Sql,
  organisationId: string,
  person: Person,
  { table, columns }: Documents,
): Promise<void> {
  const { rows } = await tx.query<Record<string, unknown> & { id: string }>(
    `SELECT id, ${columns.join(', ')} FROM ${table} WHERE organisation_id = $1 FOR NO KEY UPDATE`,
    [organisationId],
  )
  for (const row of rows) {
    const blanked = columns.map(column => withoutPerson(row[column], person))
    if (blanked.every(document => document === undefined)) continue
    await tx.query(
      `UPDATE ${table} SET ${columns.map((column, index) => `${column} = coalesce($${index + 3}, ${column})`).join(', ')}
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, row.id, ...blanked.map(document => document && JSON.stringify(document))],
    )
  }
}
