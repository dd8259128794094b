import { InvalidSegment, SegmentInUse } from '#workflows/segments/segments.ts'
import { printable } from '../terminal/align.ts'
import { Failure } from '../terminal/failure.ts'
import { faultLines } from '../workflows/refusal.ts'

/** Does the work; what the rules of segments refuse becomes a sentence. */
export async function orFail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof InvalidSegment)
      throw new Failure(['The segment cannot be used:', ...faultLines(error.faults)].join('\n  '))
    throw error instanceof SegmentInUse ? new Failure(printable(error.message)) : error
  }
}
