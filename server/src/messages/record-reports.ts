import type { Reporter, ReportKind } from '@millrace/contract/email-feedback'
import type { Sql } from '#db/sql.ts'

/** What the e-mail provider, or a mail server, said about one message. */
export interface Report {
  /** Our id of the message, where the provider gives it back. */
  readonly messageId?: string | undefined
  /** The ids under which the provider may have taken it. */
  readonly providerIds?: readonly string[]
  readonly kind: ReportKind
  /** In the provider's words. */
  readonly note: string | null
}

export interface Recorded {
  readonly messageId: string
  readonly kind: ReportKind
  /** The recipient of the message, in lower case: the provider may name the one to whom it was forwarded. */
  readonly address: string
  readonly note: string | null
}

export interface RecordedReports {
  readonly recorded: Recorded[]
  /** Known already. */
  readonly repeated: number
  /** About no e-mail of this organisation that was sent. */
  readonly unknown: number
}

/**
 * Stores reports on messages, each kind once for a message, many at a time, and gives the messages the status that follows
 * from everything that was reported: reports come in any order and more than once. One that comes before the sending is
 * recorded takes effect when it is, by a trigger of the database.
 */
export async function recordReports(
  tx: Sql,
  organisationId: string,
  provider: Reporter,
  reports: readonly Report[],
): Promise<RecordedReports> {
  const found = await findReported(tx, organisationId, reports)
  const about = found.map(([at, message]) => ({ ...message, ...(reports[at] as Report) }))
  const { rows } = await tx.query<Recorded>(
    `INSERT INTO message_reports (organisation_id, message_id, kind, provider, address, note)
     SELECT DISTINCT ON (id, kind) $1, id, kind, $2, address, note
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS r (id, kind, address, note, position)
     ORDER BY id, kind, position
     ON CONFLICT (organisation_id, message_id, kind) DO NOTHING
     RETURNING message_id AS "messageId", kind, address, note`,
    [
      organisationId,
      provider,
      about.map(({ id }) => id),
      about.map(({ kind }) => kind),
      about.map(({ address }) => address),
      about.map(({ note }) => note),
    ],
  )
  await heedReports(tx, organisationId, [...new Set(rows.map(({ messageId }) => messageId))])
  return {
    recorded: rows,
    repeated: about.length - rows.length,
    unknown: reports.length - about.length,
  }
}

interface Reported {
  readonly id: string
  readonly address: string
}

/**
 * The messages that reports are about, by the position of the report, and locked in one order, so that two requests about
 * the same messages do not wait for each other. The recipient of a deleted guest is empty: nothing is recorded about them.
 */
async function findReported(
  tx: Sql,
  organisationId: string,
  reports: readonly Report[],
): Promise<[position: number, message: Reported][]> {
  const providerIds = reports.flatMap(({ providerIds: ids = [] }, position) =>
    ids.map(id => ({ position, id })),
  )
  const { rows } = await tx.query<{ position: number; id: string }>(
    `SELECT r.position, m.id
     FROM unnest($2::integer[], $3::uuid[]) AS r (position, id)
     JOIN messages m ON m.organisation_id = $1 AND m.id = r.id AND m.channel = 'email'
     UNION
     SELECT r.position, m.id
     FROM unnest($4::integer[], $5::text[]) AS r (position, provider_id)
     JOIN messages m ON m.organisation_id = $1 AND m.provider_id = r.provider_id AND m.channel = 'email'`,
    [
      organisationId,
      reports.map((_, position) => position),
      reports.map(({ messageId }) => messageId ?? null),
      providerIds.map(({ position }) => position),
      providerIds.map(({ id }) => id),
    ],
  )
  const { rows: locked } = await tx.query<Reported>(
    `SELECT id, lower(recipient) AS address FROM messages
     WHERE organisation_id = $1 AND id = ANY ($2) AND attempt > 0 AND recipient <> ''
     ORDER BY id FOR NO KEY UPDATE`,
    [organisationId, rows.map(({ id }) => id)],
  )
  const messages = new Map(locked.map(message => [message.id, message]))
  const byPosition = new Map<number, Reported>()
  for (const { position, id } of rows) {
    const message = messages.get(id)
    if (message !== undefined && !byPosition.has(position)) byPosition.set(position, message)
  }
  return [...byPosition].sort(([a], [b]) => a - b)
}

/**
 * A server may take a message and send it back later, so a hard bounce counts more than a delivery. A complaint says that it
 * was delivered. A delay says nothing yet. A message that failed or was cancelled here stays so: if its
 * step is retried, the next attempt starts afresh.
 */
async function heedReports(tx: Sql, organisationId: string, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return
  await tx.query(
    `UPDATE messages
     SET reported = heeded.status, reported_at = now(), error = heeded.error,
         status = CASE WHEN messages.status IN ('sent', 'delivered', 'undelivered') THEN heeded.status ELSE messages.status END
     FROM (
       SELECT DISTINCT ON (message_id) message_id,
              CASE WHEN kind IN ('delivered', 'complaint') THEN 'delivered' ELSE 'undelivered' END AS status,
              CASE WHEN kind <> 'delivered'
                   THEN jsonb_build_object('code', kind, 'message', concat_ws(' ', $3::jsonb ->> kind, note)) END AS error
       FROM message_reports
       WHERE organisation_id = $1 AND message_id = ANY ($2) AND kind <> 'delayed'
       ORDER BY message_id, array_position($4::text[], kind)
     ) AS heeded
     WHERE messages.organisation_id = $1 AND messages.id = heeded.message_id
       AND messages.status NOT IN ('failed', 'cancelled')`,
    [organisationId, messageIds, JSON.stringify(sentences), STRONGEST_FIRST],
  )
}

const STRONGEST_FIRST: ReportKind[] = ['hard_bounce', 'complaint', 'delivered', 'soft_bounce', 'dropped']

/** For the outbox, the run and the guest's activity; what the provider said follows. */
const sentences: Partial<Record<ReportKind, string>> = {
  hard_bounce: 'The mail server or the provider said that the address does not exist.',
  soft_bounce: 'The message bounced. The address may work later.',
  dropped: 'It was not delivered, for a reason that is not about the address.',
  complaint: 'The guest reported it as spam.',
}
