import type {
  SegmentAnswer,
  SegmentChange,
  SegmentGuest,
  SegmentPreview,
  SegmentQuestion,
} from '@millrace/contract/segment'
import { given } from '#base/given.ts'
import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { listMembers, type Member } from '#workflows/segments/members.ts'
import { InvalidSegment, previewSegment, readSegment, SegmentInUse } from '#workflows/segments/segments.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { addFault } from './faults.ts'

/** Which segment an address names. */
export interface SegmentPlace {
  readonly organisationId: string
  readonly segmentId: string
}

export function segmentPlace(organisationId: string, id: string): SegmentPlace {
  const segmentId = storedId(id)
  if (segmentId === undefined) throw new Refusal('segment_not_found')
  return { organisationId, segmentId }
}

/** null takes a description away; where there has to be something, it is the same as leaving it out. */
export const segmentChange = ({ description, ...change }: SegmentChange) => ({
  ...given(change),
  ...(description === undefined ? {} : { description }),
})

/** The result of a change of a segment, or why there is none. */
export async function changedSegment<Result>(change: Promise<Result | undefined>): Promise<Result> {
  try {
    const result = await change
    if (result === undefined) throw new Refusal('segment_not_found')
    return result
  } catch (error) {
    if (error instanceof SegmentInUse) throw new Refusal('segment_in_use', { message: error.message })
    if (!(error instanceof InvalidSegment)) throw error
    const errors: Faults = {}
    for (const { path, message } of error.faults) addFault(errors, path, message)
    throw new Refusal('validation_failed', { errors })
  }
}

export async function readAnswer(
  tx: Sql,
  { organisationId, segmentId }: SegmentPlace,
): Promise<SegmentAnswer> {
  const segment = await changedSegment(readSegment(tx, organisationId, segmentId))
  return { message: 'The segment as it is now.', segment }
}

/** The members after one of them, and one more than the limit where there is a next page. */
export async function readGuests(
  tx: Sql,
  place: SegmentPlace,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<SegmentGuest[]> {
  await readAnswer(tx, place)
  return (await listMembers(tx, place, { after, limit: limit + 1 })).map(toGuest)
}

const toGuest = (member: Member): SegmentGuest => ({
  ...member,
  entered_at: member.entered_at.toISOString(),
})

export async function previewAnswer(
  tx: Sql,
  organisationId: string,
  { condition, segment }: SegmentQuestion,
): Promise<SegmentPreview> {
  return changedSegment(previewSegment(tx, organisationId, condition, segment?.toLowerCase()))
}
