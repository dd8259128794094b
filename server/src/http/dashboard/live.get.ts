import { PassThrough } from 'node:stream'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { createHub, type Listener } from '#dashboard/live/hub.ts'
import { createPlaces } from '#dashboard/live/places.ts'
import { readMarks, readSeenMarks, writeMarks } from '#dashboard/live/topics.ts'
import { inTenant } from '#db/database.ts'
import { isSignedIn } from '#members/session.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'

/** A stream is as long as this at most; the browser then connects again and proves its session again. */
const LONGEST_MS = 5 * 60_000
/** How soon a stream ends after the session or the membership that it was opened with. */
const CHECK_EVERY_MS = 5_000
/** What is written to a client that does not read stays in memory. */
const MOST_UNREAD = 64 * 1024

export default bind(
  dashboard.listenLive,
  ({ database, logger }) => {
    let isOpen = () => true
    const hub = createHub({
      read: organisationId => inTenant(database, organisationId, tx => readMarks(tx, organisationId)),
      isOpen: () => isOpen(),
      onError: error => logger.warn({ err: error }, 'live pages were not notified of changes'),
    })
    const places = createPlaces()
    return async (request, reply) => {
      if (!request.headers.accept?.includes('text/event-stream')) {
        throw new Refusal('validation_failed', { errors: { accept: ['must be text/event-stream'] } })
      }
      const { server } = request.server
      isOpen = () => server.listening
      const { organisationId, id: memberId } = request.member
      const stream = new PassThrough()
      const write = (text: string) => {
        if (stream.writableLength > MOST_UNREAD) stream.destroy()
        else stream.write(text)
      }
      const listener: Listener = {
        seen: readSeenMarks(request.headers['last-event-id']),
        notify: (topics, marks) =>
          write(`event: changed\nid: ${writeMarks(marks)}\ndata: ${JSON.stringify({ topics })}\n\n`),
        beat: () => write(': still here\n\n'),
        end: () => stream.end(),
      }
      const full = () => new Refusal('unavailable', { headers: { 'retry-after': '30' } })
      const leave = places.take(organisationId, memberId)
      if (leave === undefined) throw full()
      if (!hub.join(organisationId, listener)) {
        leave()
        throw full()
      }
      const longest = setTimeout(() => stream.end(), LONGEST_MS).unref()
      const { hash } = request.session
      const checking = setInterval(async () => {
        const stays = await isSignedIn(database.engineSql, hash, organisationId).catch(() => true)
        if (!stays) stream.end()
      }, CHECK_EVERY_MS).unref()
      stream.once('close', () => {
        clearTimeout(longest)
        clearInterval(checking)
        leave()
        hub.leave(organisationId, listener)
      })
      write('retry: 2000\n\n')
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
    }
  },
  // A HEAD request would take a place that nobody uses.
  { exposeHeadRoute: false },
)
