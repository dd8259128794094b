import type { ProviderChannel } from '@millrace/contract/provider'
import type { Sql } from '#db/sql.ts'
import { type ProviderRow, providerColumns, providerSources } from './provider-row.ts'
import { stateColumns, TAKE } from './provider-sql.ts'

/** A provider, and whether the next message may go to it. */
export interface Candidate extends ProviderRow {
  readonly down: boolean
  /** It is down, and a message may try it again. */
  readonly due: boolean
  /** How many messages it may be given today. */
  readonly left: number
  readonly limited: boolean
  /** Its pace keeps the next message back. */
  readonly waits: boolean
  readonly failures: number
  readonly opensInMs: number
}

export type Choice =
  /** The turn comes after the time. */
  | { readonly kind: 'taken'; readonly provider: Candidate; readonly afterMs: number }
  /** Nobody may be given it now. */
  | { readonly kind: 'wait'; readonly why: 'down' | 'pace' | 'day'; readonly afterMs: number }
  /** Nobody is left who could be given it. */
  | { readonly kind: 'none' }

/** Until another process that was faster has taken its turn. */
const SOON_MS = 250

export async function readCandidates(
  sql: Sql,
  organisationId: string,
  channel: ProviderChannel,
): Promise<Candidate[]> {
  const { rows } = await sql.query<Candidate>(
    `SELECT ${providerColumns}, ${stateColumns} FROM ${providerSources}
     WHERE p.organisation_id = $1 AND p.channel = $2 ORDER BY p.position, p.id`,
    [organisationId, channel],
  )
  return rows
}

/**
 * The first provider that may be given a message. One that is down, or has used up its day, is passed over. One whose pace
 * holds the message back is waited for: that takes seconds, and the next one may cost more or be trusted less.
 */
export async function chooseProvider(
  sql: Sql,
  organisationId: string,
  candidates: readonly Candidate[],
): Promise<Choice> {
  const waits: { why: 'down' | 'pace' | 'day'; afterMs: number }[] = []
  for (const provider of candidates) {
    const closed = closedBy(provider)
    if (closed === undefined) {
      if (!provider.limited && !provider.down) return { kind: 'taken', provider, afterMs: 0 }
      const afterMs = await take(sql, organisationId, provider)
      if (afterMs !== undefined) return { kind: 'taken', provider, afterMs }
      waits.push({ why: provider.down ? 'down' : 'pace', afterMs: SOON_MS })
    } else waits.push({ why: closed, afterMs: provider.opensInMs })
    if (waits.at(-1)?.why === 'pace') break
  }
  const [soonest] = waits.sort((one, other) => one.afterMs - other.afterMs)
  return soonest === undefined ? { kind: 'none' } : { kind: 'wait', ...soonest }
}

function closedBy({ down, due, left, waits }: Candidate): 'down' | 'pace' | 'day' | undefined {
  if (down) return due && left > 0 && !waits ? undefined : 'down'
  if (left === 0) return 'day'
  return waits ? 'pace' : undefined
}

async function take(sql: Sql, organisationId: string, { id }: Candidate): Promise<number | undefined> {
  const { rows } = await sql.query<{ afterMs: number }>(TAKE, [organisationId, id])
  return rows[0] && Math.max(0, rows[0].afterMs)
}
