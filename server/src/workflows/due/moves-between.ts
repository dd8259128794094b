import type { SegmentTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { BEFORE_ALL } from './due.ts'
import type { DuePortion } from './occasions-between.ts'
import { type MovedBefore, movedBetween } from './segment-guests.ts'

interface Between {
  readonly organisationId: string
  readonly trigger: SegmentTrigger
  readonly since: Date
  readonly until: Date
}

/** The guests who entered or left a segment in the past, by the record of their stays: each guest's in the order of time. */
export async function* movesBetween(
  sql: Sql,
  { organisationId, trigger, since, until }: Between,
  limit: number,
): AsyncGenerator<DuePortion, undefined> {
  let after: MovedBefore = { guestId: BEFORE_ALL, enteredAt: '-infinity' }
  for (;;) {
    const moved = await movedBetween(sql, { organisationId, trigger }, { since, until }, { after, limit })
    const byMoment = Map.groupBy(moved, ({ at }) => at.getTime())
    for (const [moment, due] of [...byMoment].toSorted(([one], [other]) => one - other))
      yield { at: new Date(moment), due }
    const last = moved.at(-1)
    if (last === undefined || moved.length < limit) return
    after = last
  }
}
