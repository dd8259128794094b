import type { Sql } from '#db/sql.ts'
import { raiseAlert } from '#notices/raise-alerts.ts'

/** What is kept is counted in months: a clock that is wrong by less than one deletes at most one of them too early. */
const LONGEST_GAP = `interval '31 days'`

/**
 * Whether the database's clock can decide what is old. It is not trusted when it is a month ahead of the last time that
 * something was deleted: it has probably jumped, or nothing has run for so long. Nothing is deleted then until the clock
 * is set back, or the operator says that it is right.
 */
export async function isClockTrusted(tx: Sql): Promise<boolean> {
  const { rows } = await tx.query<{ ahead: boolean; seen: Date; now: Date; stopped: boolean }>(
    `SELECT now() > seen_at + ${LONGEST_GAP} AS ahead, seen_at AS seen, now() AS now, stopped_at IS NOT NULL AS stopped
     FROM maintenance FOR UPDATE`,
  )
  const [clock] = rows
  if (!clock?.ahead) {
    await trustClock(tx)
    return true
  }
  if (clock.stopped) return false
  await tx.query('UPDATE maintenance SET stopped_at = now()')
  const { rows: organisations } = await tx.query<{ id: string }>('SELECT id FROM organisations ORDER BY id')
  for (const { id } of organisations) {
    await raiseAlert(tx, id, {
      kind: 'clock_jumped',
      subject: 'clock',
      sentence:
        `The clock of the database says ${clock.now.toISOString()}, and the last time that old data was deleted is ` +
        `${clock.seen.toISOString()}. Nothing is deleted until the clock is set right. If it is right, because Millrace did not ` +
        'run for so long, the operator runs: npx millrace maintenance resume',
    })
  }
  return false
}

/** The present time becomes the one that the next turn is compared with. */
export async function trustClock(sql: Sql): Promise<void> {
  await sql.query('UPDATE maintenance SET seen_at = now(), stopped_at = NULL')
}

/** For metrics and the command. */
export async function isMaintenanceStopped(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query('SELECT FROM maintenance WHERE stopped_at IS NOT NULL')
  return rows.length > 0
}
