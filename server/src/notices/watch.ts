import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { type Alert, alertsOf } from './alerts-of.ts'
import { raiseAlert } from './raise-alerts.ts'
import { type AuditPart, readAudit } from './read-audit.ts'

/** Wrong passwords and codes in ten minutes, of all members of an organisation. */
const MANY_WRONG = 20
/** Refused requests of one key in ten minutes. */
const MANY_REFUSED = 100

/** Looks for what is suspicious since the last look, and raises alerts. Returns whether there may be more. */
export async function watch(database: Pick<Database, 'engine' | 'engineSql'>): Promise<boolean> {
  const more = await readAudit(database.engineSql, 'watch', async part => {
    const alerts = [...alertsOf(part), ...(await wrongOnes(database.engineSql, part))]
    if (alerts.length === 0) return
    await inTransaction(database.engine, async tx => {
      for (const alert of alerts) await raiseAlert(tx, part.organisationId, alert)
    })
  })
  await watchKeys(database)
  return more
}

const WRONG = ['member.wrong_password', 'member.wrong_code']

async function wrongOnes(sql: Sql, { organisationId, entries }: AuditPart): Promise<Alert[]> {
  if (!entries.some(({ action }) => WRONG.includes(action))) return []
  // There is no index by time: of a long log, only its end is read.
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*) FROM millrace_audit.entries
     WHERE organisation_id = $1 AND sequence > $2 AND action = ANY($3) AND at > now() - interval '10 minutes'`,
    [organisationId, (entries.at(-1)?.sequence ?? 0) - 5_000, WRONG],
  )
  const count = rows[0]?.count ?? 0
  const sentence = `${count} wrong passwords or codes were given within ten minutes.`
  return count < MANY_WRONG ? [] : [{ kind: 'many_refusals', subject: 'members', sentence }]
}

async function watchKeys({ engine, engineSql }: Pick<Database, 'engine' | 'engineSql'>): Promise<void> {
  const { rows } = await engineSql.query<{
    organisation_id: string
    key_id: string
    name: string
    count: number
  }>(
    `SELECT r.organisation_id, r.key_id, k.name, count(*) AS count
     FROM api_requests r JOIN api_keys k ON k.organisation_id = r.organisation_id AND k.id = r.key_id
     WHERE r.at > now() - interval '10 minutes' AND r.status IN (401, 403, 429)
     GROUP BY r.organisation_id, r.key_id, k.name HAVING count(*) >= $1`,
    [MANY_REFUSED],
  )
  for (const { organisation_id, key_id, name, count } of rows) {
    const sentence = `${count} requests of the API key ${name} were refused within ten minutes.`
    const alert: Alert = { kind: 'many_refusals', subject: key_id, sentence }
    await inTransaction(engine, tx => raiseAlert(tx, organisation_id, alert))
  }
}
