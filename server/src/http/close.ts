import { Server } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A connection with nothing on it may be about to bring a request. */
const IDLE_MS = 1_000
/** Whoever has not sent the rest of a request, or taken the answer, by then is not going to. */
const PATIENCE_MS = 3_000

/**
 * Refuses new connections at once, answers what comes on those there are, and says with each answer that it is the
 * last one. Closing a connection between two requests would fail the second, which may be on its way already; so
 * that is done only to those that stay silent.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const { server } = app
  // After what has arrived was read, new connections among it: those not taken yet are reset by closing. The first ends
  // the turn of the loop in which the signal came, and only the next turn asks for what has arrived since.
  await setImmediate()
  await setImmediate()
  // As a plain server: the HTTP server's own close begins with the idle connections.
  const ended = new Promise<void>(resolve => Server.prototype.close.call(server, () => resolve()))
  // Not before: who is told that a connection ends opens another, and it would come just as nobody is let in any more.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await Promise.race([ended, pause(IDLE_MS)])
  await setImmediate()
  server.closeIdleConnections()
  await Promise.race([ended, pause(PATIENCE_MS)])
  server.closeAllConnections()
  await ended
  await app.close()
}

/** Does not keep a process that has nothing else left to do. */
const pause = (ms: number) => sleep(ms, undefined, { ref: false })
