import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import { describeMoment } from '#calendar/describe-moment.ts'
import type { Sql } from '#db/sql.ts'
import type { Words } from './activity-row.ts'

/** Times are in the organisation's time zone. */
export async function readWords(tx: Sql, organisationId: string): Promise<Words> {
  const [settings, workflows] = await Promise.all([
    tx.query<{ settings: Partial<OrganisationSettings> }>(
      'SELECT settings FROM organisations WHERE id = $1',
      [organisationId],
    ),
    tx.query<{ id: string; name: string }>('SELECT id, name FROM workflows WHERE organisation_id = $1', [
      organisationId,
    ]),
  ])
  const { time_zone, locale } = { ...defaultSettings, ...settings.rows[0]?.settings }
  const names = new Map(workflows.rows.map(({ id, name }) => [id, name]))
  return {
    moment: iso => describeMoment(new Date(iso), time_zone, locale),
    workflow: id => names.get(id) ?? 'a deleted workflow',
  }
}
