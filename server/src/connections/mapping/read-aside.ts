import { openThread, TookTooLong } from '#base/thread.ts'
import type { Mapped } from './map-delivery.ts'
import type { MappingQuestion } from './question.ts'

/**
 * Of the processor's time, for one delivery. One of a till takes less than a millisecond; a mapping that looks everywhere
 * for each of a hundred parameters, in a delivery with 50,000 values, would take ten seconds.
 */
const LONGEST_MS = 1_000

/** It starts with the first delivery, and does not keep the process from ending. */
const thread = openThread<MappingQuestion, Mapped>(new URL('./mapping-thread.ts', import.meta.url), {
  longestMs: LONGEST_MS,
  longestQueue: 200,
})

/** What a delivery makes, without holding up the process: both the delivery and the mapping are other people's. */
export async function readAside(question: MappingQuestion): Promise<Mapped> {
  try {
    return await thread.ask(question)
  } catch (error) {
    if (error instanceof TookTooLong) return { kind: 'problem', problem: 'took_too_long' }
    throw error
  }
}
