import { Server } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A connection with nothing on it may be about to bring a request. */
const IDLE_MS = 1_000
/** A client that has not sent the rest of its request, or read the answer, by then is not going to. */
const PATIENCE_MS = 3_000
/**
 * As many connections as can wait, by Node's default: after this many turns, all that waited at the first are taken.
 * Where connections come without end, some of them are reset, whenever the server stops listening. Turns are counted
 * and not milliseconds, because on a busy machine each takes longer.
 */
const MOST_TURNS = 512
/** A turn of the loop that is longer had much to do after it asked for connections; others may have come since. */
const SHORT_TURN_MS = 0.5
/** So many turns without a connection are enough, however long: a process that has just started has much to do in each. */
const IDLE_TURNS = 2

/**
 * Takes the connections that wait and no new ones, answers what comes on those there are, and says with each answer
 * that it is the last one. Closing a connection between two requests would fail the second, which may be on its way already; so
 * that is done only to those that stay silent.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const { server } = app
  await untilNoneWaits(server)
  // As a plain server: the HTTP server's own close begins with the idle connections.
  const ended = new Promise<void>(resolve => Server.prototype.close.call(server, () => resolve()))
  // Not before: a client that sees its connection end opens another, which would arrive just as the door closes.
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

/**
 * Connections that were made and not taken yet are reset when the server stops listening, and a turn of the loop takes
 * one of them. So it continues until a turn finds none; the first one only ends the turn in which the signal came.
 */
async function untilNoneWaits(server: Server): Promise<void> {
  let taken = false
  const note = () => {
    taken = true
  }
  server.on('connection', note)
  await setImmediate()
  for (let turn = 0, idle = 0; idle < IDLE_TURNS && turn < MOST_TURNS; turn += 1) {
    taken = false
    const began = performance.now()
    await setImmediate()
    const isShort = performance.now() - began < SHORT_TURN_MS
    idle = taken ? 0 : isShort ? IDLE_TURNS : idle + 1
  }
  server.off('connection', note)
}

/** Does not keep a process that has nothing else left to do. */
const pause = (ms: number) => sleep(ms, undefined, { ref: false })
