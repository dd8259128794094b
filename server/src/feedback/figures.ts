import type { FeedbackProvider, FeedbackRefusal } from '@millrace/contract/email-feedback'
import { type Database, inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'

/** Counts what arrived, also nothing: an owner sees that the provider reaches Millrace. */
export async function countReports(
  tx: Sql,
  organisationId: string,
  provider: FeedbackProvider,
  { recorded, unknown }: { readonly recorded: number; readonly unknown: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO email_feedback AS f (organisation_id, provider, recorded, unknown, last_at)
     VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (organisation_id, provider) DO UPDATE
     SET recorded = f.recorded + excluded.recorded, unknown = f.unknown + excluded.unknown, last_at = now()`,
    [organisationId, provider, recorded, unknown],
  )
}

/** Counts what was refused; nothing of it is kept. */
export async function countRefusedReport(
  database: Pick<Database, 'tenant'>,
  organisationId: string,
  provider: FeedbackProvider,
  reason: FeedbackRefusal,
): Promise<void> {
  await inTenant(database, organisationId, tx =>
    tx.query(
      `INSERT INTO email_feedback AS f (organisation_id, provider, refused, refused_at, refusal)
       VALUES ($1, $2, 1, now(), $3)
       ON CONFLICT (organisation_id, provider) DO UPDATE
       SET refused = f.refused + 1, refused_at = now(), refusal = excluded.refusal`,
      [organisationId, provider, reason],
    ),
  )
}
