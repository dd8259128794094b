import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import type { TimelineEntry } from '@millrace/contract/timeline'
import { describeMoment } from '#calendar/describe-moment.ts'
import type { Sql } from '#db/sql.ts'
import type { ActivityRow, Words } from './activity-row.ts'
import { ACTIVITY } from './activity-statement.ts'
import { sentenceOf } from './sentence.ts'

export interface TimelinePage {
  /** `place` of the last entry of the previous page. */
  readonly after: string | undefined
  readonly limit: number
}

export interface PlacedEntry {
  readonly entry: TimelineEntry
  /** Where the list continues after it. */
  readonly place: string
}

/** A guest's activity, newest first, over all workflows. */
export async function guestTimeline(
  tx: Sql,
  organisationId: string,
  guestId: string,
  { after, limit }: TimelinePage,
): Promise<PlacedEntry[]> {
  const [, moment, key] = /^(\S+) (.+)$/.exec(after ?? '') ?? []
  const [found, words] = await Promise.all([
    tx.query<ActivityRow & { place: string }>(ACTIVITY, [
      organisationId,
      guestId,
      limit,
      moment ?? null,
      key ?? null,
    ]),
    readWords(tx, organisationId),
  ])
  return found.rows.map(({ place, ...row }) => ({ place, entry: toEntry(row, words) }))
}

function toEntry(row: ActivityRow, words: Words): TimelineEntry {
  const { kind, at, event_id, run_id, workflow_id, workflow_name, serial } = row
  const sentence = sentenceOf(row, words)
  return { kind, at: at.toISOString(), sentence, event_id, run_id, workflow_id, workflow_name, serial }
}

/** Times are in the organisation's time zone. */
async function readWords(tx: Sql, organisationId: string): Promise<Words> {
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
