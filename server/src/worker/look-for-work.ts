import type { Sql } from '#db/sql.ts'

/**
 * Where there may be work, by the loop that does it. Each finds the first row along an index, and rather too much than
 * too little: what is due, and for whom, is decided by the loop. `ORDER BY` names the index: without it the planner could
 * read a large table to its end for a row that is not there.
 */
const PLACES = {
  'sending email': pending('email'),
  'sending sms': pending('sms'),
  'sending webhook': pending('webhook'),
  'sending to subscriptions': `subscription_deliveries WHERE state = 'waiting' ORDER BY organisation_id`,
  'reading deliveries': `connection_deliveries WHERE state = 'waiting' AND due_at <= now() ORDER BY due_at`,
  'reading held deliveries': `connection_deliveries WHERE state = 'held' AND due_at <= now() ORDER BY due_at`,
  'waking runs': `runs WHERE resumes_at <= now() ORDER BY resumes_at`,
  'resuming runs': `runs WHERE held_at IS NOT NULL ORDER BY organisation_id, workflow_id`,
  'ending runs': `run_endings`,
}

export type Work = keyof typeof PLACES

function pending(channel: string): string {
  return `messages WHERE status = 'pending' AND channel = '${channel}' ORDER BY organisation_id`
}

const STATEMENT = `
  SELECT array_remove(ARRAY[
    ${Object.entries(PLACES)
      .map(([work, place]) => `(SELECT '${work}' FROM ${place} LIMIT 1)`)
      .join(',\n    ')}
  ], NULL) AS found`

/**
 * One statement each half second instead of the seventeen that these loops need to find nothing, which took half of what
 * an idle process computes.
 */
export async function lookForWork(sql: Sql): Promise<readonly Work[]> {
  const { rows } = await sql.query<{ found: Work[] }>(STATEMENT, [])
  return rows[0]?.found ?? []
}
