import type { SegmentRule } from '@millrace/contract/workflow'
import type { FactRecord } from '../facts.ts'

/** What the run reads as parameters of its event. */
export const segmentParameters = (
  { id }: SegmentRule,
  name: string,
  enteredAt: Date,
  leftAt: Date | null,
): FactRecord => ({
  segment: name,
  segment_id: id,
  entered_at: enteredAt.toISOString(),
  ...(leftAt === null ? {} : { left_at: leftAt.toISOString() }),
})
