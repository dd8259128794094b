import type { Sql } from '../../server/src/db/sql.ts'

interface Origin {
  readonly engine: Sql
  readonly organisationId: string
  readonly guestIds: readonly string[]
  readonly source: string
}

/** Events as they are an hour after they were taken. Every second one spends a hundred, the others nothing. */
export async function storeEvents(
  { engine, organisationId, guestIds, source }: Origin,
  count: number,
): Promise<void> {
  for (let at = 0; at < count; at += 10_000) {
    await engine.query(
      `INSERT INTO events (organisation_id, created_at, id, guest_id, serials, source, status, parameters, receipt)
       SELECT $1, now() - interval '1 hour', uuidv7(interval '-1 hour'), ($2::uuid[])[1 + n % cardinality($2::uuid[])], '{}', $3,
              'routed', jsonb_build_object('source', $3::text, 'spend', 100 * (n % 2)),
              '{"workflow_runs": [], "skipped": [], "warnings": []}'
       FROM generate_series(1, $4) AS n`,
      [organisationId, guestIds, source, Math.min(10_000, count - at)],
    )
  }
}
