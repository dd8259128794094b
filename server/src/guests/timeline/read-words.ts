import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import type { Sql } from '#db/sql.ts'
import type { Words } from './activity-row.ts'
import { wordsBy } from './words-by.ts'

export async function readWords(tx: Sql, organisationId: string): Promise<Words> {
  const [settings, workflows, venues, segments] = await Promise.all([
    tx.query<{ settings: Partial<OrganisationSettings> }>(
      'SELECT settings FROM organisations WHERE id = $1',
      [organisationId],
    ),
    tx.query<{ id: string; name: string }>('SELECT id, name FROM workflows WHERE organisation_id = $1', [
      organisationId,
    ]),
    tx.query<{ serial: string; name: string }>('SELECT serial, name FROM venues WHERE organisation_id = $1', [
      organisationId,
    ]),
    tx.query<{ id: string; name: string }>('SELECT id, name FROM segments WHERE organisation_id = $1', [
      organisationId,
    ]),
  ])
  const names = new Map(workflows.rows.map(({ id, name }) => [id, name]))
  return wordsBy({ ...defaultSettings, ...settings.rows[0]?.settings }, id => names.get(id), {
    venues: new Map(venues.rows.map(({ serial, name }) => [serial, name])),
    segments: new Map(segments.rows.map(({ id, name }) => [id, name])),
  })
}
