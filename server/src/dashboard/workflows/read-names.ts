import type { Names } from '@millrace/contract/in-words'
import type { Topic } from '@millrace/contract/topic'
import type { Sql } from '#db/sql.ts'

/** The names of an organisation's venues, workflows, segments and topics, for sentences. */
export async function readNames(tx: Sql, organisationId: string): Promise<Required<Names>> {
  const [venues, workflows, segments, topics] = await Promise.all([
    tx.query<{ serial: string; name: string }>('SELECT serial, name FROM venues WHERE organisation_id = $1', [
      organisationId,
    ]),
    tx.query<{ id: string; name: string }>('SELECT id, name FROM workflows WHERE organisation_id = $1', [
      organisationId,
    ]),
    tx.query<{ id: string; name: string }>('SELECT id, name FROM segments WHERE organisation_id = $1', [
      organisationId,
    ]),
    tx.query<{ topics: readonly Topic[] | null }>(
      `SELECT settings -> 'topics' AS topics FROM organisations WHERE id = $1`,
      [organisationId],
    ),
  ])
  return {
    venues: new Map(venues.rows.map(({ serial, name }) => [serial, name])),
    workflows: new Map(workflows.rows.map(({ id, name }) => [id, name])),
    segments: new Map(segments.rows.map(({ id, name }) => [id, name])),
    topics: new Map((topics.rows[0]?.topics ?? []).map(({ id, name }) => [id, name])),
  }
}
