import { isUnavailable } from '#db/unavailable.ts'

/** After this the next event may try again, or a balancer that sends nothing would never learn that there is room. */
const REMEMBERED_MS = 10_000
/** Rolled back in favour of another transaction: it says nothing about the next one. */
const isPassing = (error: unknown) => String((error as { code?: unknown }).code ?? '').startsWith('40')

/**
 * Whether the database refuses to store events. It may answer questions all the same: a disk that is full or broken can
 * still be read.
 */
export function createRefusals(now: () => number = () => performance.now()) {
  let refusedAt: number | undefined
  return {
    async watch<T>(work: Promise<T>): Promise<T> {
      try {
        const result = await work
        refusedAt = undefined
        return result
      } catch (error) {
        if (isUnavailable(error) && !isPassing(error)) refusedAt = now()
        throw error
      }
    },
    isRefusing: () => refusedAt !== undefined && now() - refusedAt < REMEMBERED_MS,
  }
}
