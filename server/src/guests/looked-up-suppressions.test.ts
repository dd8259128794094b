import { beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTenant, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createOrganisation } from '#organisations/create-organisation.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { createGuest } from './create-guest.ts'
import { exportGuest } from './export-guest.ts'
import { sendableColumns } from './guest-profile.ts'

const OTHERS = 2_000
const organisationId = newId()
let database: Database
let guestId: string

/** A guest who is suppressed by e-mail, in an organisation with many others. */
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 1 })
  database = opened.database
  await inTransaction(database.engine, async tx => {
    await createOrganisation(tx, { id: organisationId, name: 'Rialto' })
    const guest = await createGuest(tx, organisationId, { email: 'Ada@example.com', phone: '+4915112345678' })
    guestId = (guest as { id: string }).id
    await tx.query(
      `INSERT INTO suppressions (organisation_id, id, channel, address, reason, source)
       SELECT $1, gen_random_uuid(), 'email', CASE n WHEN 0 THEN 'ada' ELSE 'other' || n END || '@example.com', 'complaint', 'test'
       FROM generate_series(0, $2::int) AS n`,
      [organisationId, OTHERS],
    )
  })
  await database.engine.query('ANALYZE suppressions')
  return opened.close
})

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How many suppressions a statement reads. */
async function readBy(tx: Sql, text: string, values: unknown[]): Promise<number> {
  const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  )
  return nodesOf((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
    .filter(node => node['Relation Name'] === 'suppressions')
    .reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0)
}

const profile = (columns: string) =>
  `SELECT ${columns} FROM guests g WHERE g.organisation_id = $1 AND g.id = $2`

test('a guest’s suppressions are looked up by their addresses, however many others there are', async () => {
  await inTransaction(database.engine, async tx => {
    const { rows } = await tx.query(profile(sendableColumns), [organisationId, guestId])
    expect(rows[0]).toMatchObject({ suppressed: { email: 'complaint' } })
    expect(await readBy(tx, profile(sendableColumns), [organisationId, guestId])).toBeLessThan(5)
    // The control: by the collation of the guests' keys, no index helps.
    const without = profile(sendableColumns.replaceAll('COLLATE "default"', ''))
    expect(await readBy(tx, without, [organisationId, guestId])).toBeGreaterThan(OTHERS)
  })
})

test('and so they are for the export of everything that is stored about a guest', async () => {
  await inTenant(database, organisationId, async tx => {
    const read: number[] = []
    const explaining: Sql = {
      async query(text, values) {
        if (text.includes('suppressions')) read.push(await readBy(tx, text, values ?? []))
        return tx.query(text, values)
      },
    }
    const exported = await exportGuest(explaining, organisationId, guestId)
    expect(exported?.suppressions).toMatchObject([{ address: 'ada@example.com' }])
    expect(read).toHaveLength(1)
    expect(read[0]).toBeLessThan(5)
  })
})
