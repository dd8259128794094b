import type { TimelineEntry } from '@millrace/contract/timeline'
import type { Sql } from '#db/sql.ts'
import type { ActivityRow, Words } from './activity-row.ts'
import { ACTIVITY } from './activity-statement.ts'
import { readWords } from './read-words.ts'
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
