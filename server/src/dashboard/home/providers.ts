import type { Attention } from '@millrace/contract/dashboard/home'
import { say, sayCount } from '@millrace/contract/say'
import type { Sql } from '#db/sql.ts'

/** More are not counted: they need attention either way. */
const MOST = 1_000

/** Providers that are down. For owners: nobody else sees providers. */
export async function providersDown(tx: Sql, organisationId: string): Promise<Attention[]> {
  const { rows } = await tx.query<{
    channel: 'email' | 'sms'
    down: string[]
    next: string | null
    error: string | null
    waiting: number
  }>(
    `SELECT p.channel, array_agg(p.name ORDER BY p.position) FILTER (WHERE p.down_since IS NOT NULL) AS down,
       (array_agg(p.name ORDER BY p.position) FILTER (WHERE p.down_since IS NULL))[1] AS next,
       (array_agg(p.error ->> 'message' ORDER BY p.position) FILTER (WHERE p.down_since IS NOT NULL))[1] AS error,
       (SELECT count(*) FROM (
          SELECT FROM messages m WHERE m.organisation_id = $1 AND m.channel = p.channel AND m.status = 'pending' LIMIT ${MOST}
        ) AS w)::integer AS waiting
     FROM providers p WHERE p.organisation_id = $1
     GROUP BY p.channel HAVING bool_or(p.down_since IS NOT NULL) ORDER BY p.channel`,
    [organisationId],
  )
  return rows.map(({ channel, down, next, error, waiting }) => ({
    kind: 'provider_down',
    sentence: [
      down.length === 1
        ? say`${namesOf(down)} does not send ${things[channel]}: ${error ?? say`there was no answer.`}`
        : say`${namesOf(down)} do not send ${things[channel]}: ${error ?? say`there was no answer.`}`,
      next === null ? waits(waiting) : say`They go through "${next}" instead.`,
    ].join(' '),
    count: next === null ? waiting : null,
    workflow_id: null,
    source: null,
    connection_id: null,
  }))
}

const things = { email: 'e-mails', sms: 'SMS' } as const
const namesOf = (names: readonly string[]) => names.map(name => `"${name}"`).join(say` and `)
function waits(count: number): string {
  const text = sayCount(
    count,
    '# waits and goes out when a provider answers again.',
    '# wait and go out when a provider answers again.',
  )
  return count >= MOST ? say`At least ${text}` : text
}
