import type { MessageChannel, MessageStatus, OutboxMessage } from '@millrace/contract/dashboard/outbox'
import type { Sql } from '#db/sql.ts'
import { whyWaiting } from '#organisations/providers/why-waiting.ts'
import { exactTime, type Position } from '../lists/position.ts'
import { type Sight, seesMessage } from '../lists/sight.ts'
import { directionOf, where } from '../lists/where.ts'
import { type MessageRow, messageColumns, messageSources, toMessage } from './message-row.ts'

export interface MessagesPage {
  readonly sight: Sight
  readonly channel?: MessageChannel | undefined
  readonly status?: MessageStatus | undefined
  readonly guestId?: string | undefined
  readonly runId?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** Oldest first; newest first without it. */
  readonly oldest?: boolean | undefined
  readonly after?: Position | undefined
  readonly limit: number
}

export type ListedMessage = OutboxMessage & { readonly exact: string }

/** Newest first, or oldest. */
export async function listMessages(
  tx: Sql,
  organisationId: string,
  page: MessagesPage,
): Promise<ListedMessage[]> {
  const { sql, values } = messagesStatement(organisationId, page)
  const { rows } = await tx.query<MessageRow & { exact: string }>(sql, values)
  return rows.map(toMessage(await whyWaiting(tx, organisationId)))
}

export function messagesStatement(
  organisationId: string,
  page: MessagesPage,
): { readonly sql: string; readonly values: unknown[] } {
  const { sql, values } = where('m', organisationId, [
    ['m.channel = :value', page.channel],
    ['m.status = :value', page.status],
    ['m.guest_id = current_guest($1, :value)', page.guestId],
    ['m.run_id = :value', page.runId],
    ['m.created_at >= :value', page.since],
    ['m.created_at < :value', page.until],
    [
      `(m.created_at, m.id) ${page.oldest ? '>' : '<'} ((:value::text[])[1]::timestamptz, (:value::text[])[2]::uuid)`,
      page.after && [page.after.at, page.after.id],
    ],
    [seesMessage, page.sight],
  ])
  const direction = directionOf(page)
  return {
    sql: `SELECT ${messageColumns}, ${exactTime('m.created_at')} AS exact FROM ${messageSources}
          WHERE ${sql} ORDER BY m.created_at ${direction}, m.id ${direction} LIMIT $${values.length + 1}`,
    values: [...values, page.limit],
  }
}
