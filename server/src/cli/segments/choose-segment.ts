import type { Segment } from '@millrace/contract/segment'
import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { listSegments } from '#workflows/segments/segments.ts'
import { printable } from '../terminal/align.ts'
import { Failure } from '../terminal/failure.ts'

/** The segment with this id or name. */
export async function chooseSegment(tx: Sql, organisationId: string, asked: string): Promise<Segment> {
  const all = await listSegments(tx, organisationId)
  const id = storedId(asked)
  const found = all.find(segment => segment.id === id || segment.name.toLowerCase() === asked.toLowerCase())
  if (found !== undefined) return found
  throw new Failure(
    `There is no segment "${printable(asked)}". List segments with: npx millrace segments list`,
  )
}
