import type { FastifyRequest } from 'fastify'
import { Overloaded } from '#base/overloaded.ts'
import { isUnavailable } from '#db/unavailable.ts'

/** What says nothing about the request: it is as good in a moment. */
export const isRefusedForNow = (error: unknown): boolean =>
  error instanceof Overloaded || isUnavailable(error)

/** In seconds. */
export const retryAfter = (error: unknown): string =>
  error instanceof Overloaded ? String(error.retryAfterSeconds) : '1'

declare module 'fastify' {
  interface FastifyRequest {
    /** It was refused because there is too much to do, and has no line of the log for itself. */
    inCrowd: boolean
  }
}

/** A line for each of a crowd would take more time than refusing it, and fill the disk. */
const A_LINE_EVERY_MS = 10_000

/** Logs what failed on our side: of a crowd that is refused one line now and then, with how many it stands for. */
export function createLogFailure(now: () => number = () => performance.now()) {
  let [refused, lastLine] = [0, Number.NEGATIVE_INFINITY]
  return (error: unknown, request: Pick<FastifyRequest, 'id' | 'log' | 'inCrowd'>): void => {
    const { id, log } = request
    if (!(error instanceof Overloaded)) {
      log.error({ request_id: id, err: error }, 'request failed')
      return
    }
    request.inCrowd = true
    refused += 1
    if (now() - lastLine < A_LINE_EVERY_MS) return
    log.warn({ request_id: id, refused }, 'requests were refused: they would have waited for too long')
    ;[refused, lastLine] = [0, now()]
  }
}

export const logFailure = createLogFailure()
