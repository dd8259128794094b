import type { SourceMeaning } from '@millrace/contract/source'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'

/** What the events of a source are; null: nothing in particular. `source` is null for events that name none. */
export async function readMeaning(
  tx: Sql,
  organisationId: string,
  source: string | null,
): Promise<SourceMeaning | null> {
  const { rows } = await tx.query<SourceMeaning>(
    'SELECT kind, amount, currency, covers FROM source_meanings WHERE organisation_id = $1 AND source = $2',
    [organisationId, source ?? ''],
  )
  return rows[0] ?? null
}

/** By source; those that have a meaning. */
export async function listMeanings(
  tx: Sql,
  organisationId: string,
): Promise<{ source: string | null; meaning: SourceMeaning }[]> {
  const { rows } = await tx.query<SourceMeaning & { source: string }>(
    `SELECT source, kind, amount, currency, covers FROM source_meanings
     WHERE organisation_id = $1 ORDER BY source`,
    [organisationId],
  )
  return rows.map(({ source, ...meaning }) => ({ source: source === '' ? null : source, meaning }))
}

/**
 * Declares what the events of a source are, from the next event on. Returns whether that changes anything: entries of
 * earlier events stay as they are until the ledger is rebuilt.
 */
export async function setMeaning(
  tx: Sql,
  organisationId: string,
  source: string | null,
  meaning: SourceMeaning | null,
  actor: string,
): Promise<boolean> {
  const { rowCount } =
    meaning === null
      ? await tx.query('DELETE FROM source_meanings WHERE organisation_id = $1 AND source = $2', [
          organisationId,
          source ?? '',
        ])
      : await tx.query(
          `INSERT INTO source_meanings AS m (organisation_id, source, kind, amount, currency, covers)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (organisation_id, source) DO UPDATE
           SET kind = excluded.kind, amount = excluded.amount, currency = excluded.currency, covers = excluded.covers
           WHERE (m.kind, m.amount, m.currency, m.covers)
             IS DISTINCT FROM (excluded.kind, excluded.amount, excluded.currency, excluded.covers)`,
          [
            organisationId,
            source ?? '',
            meaning.kind,
            meaning.amount ?? null,
            meaning.currency ?? null,
            meaning.covers ?? null,
          ],
        )
  if (rowCount !== 1) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'source.meaning_changed',
    subject: source ?? '',
    detail: { meaning },
  })
  return true
}
