import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { acceptBatch } from '../../server/src/events/accept-batch.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { record } from '../support/takeover.ts'
import { trials } from '../support/trials.ts'
import { untilBlocked } from '../support/until-blocked.ts'
import { end, points, waitFor, workflow } from './nodes.ts'
import { type Pause, pause, pausingBefore } from './pausing.ts'
import { openStage, type Stage } from './stage.ts'

let testDatabase: TestDatabase
let stage: Stage
let rival: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  stage = await openStage(testDatabase, 6)
  rival = openDatabase(testDatabase.connection, {
    applicationName: 'test of the engine, another process',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
  await stage.publish(
    workflow('start', [
      waitFor('listen', { visit: 'came' }, 'late'),
      points('came', 'end', 1_000),
      points('late', 'end', 1),
      end,
    ]),
  )
})
afterAll(async () => {
  await rival.close()
  await stage.close()
})

async function begun() {
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source: 'start' })) as [string]
  return { guestId, runId }
}

/** Which branches the run took, by its steps and by the points that each is worth. */
async function outcomeOf({ guestId, runId }: { guestId: string; runId: string }) {
  return { path: await stage.path(runId), points: await stage.points(guestId) }
}

const taken = {
  came: { path: ['listen', 'came', 'end'], points: 1_000 },
  late: { path: ['listen', 'late', 'end'], points: 1 },
}

type Move = 'register' | 'event' | 'time' | 'work'
const moves: readonly Move[] = ['register', 'event', 'event', 'time', 'time', 'work', 'work', 'work']

test('whatever comes first decides, and exactly one branch is taken, in any interleaving', async () => {
  const interleavings = trials(100, 500)
  const seen = { came: 0, late: 0 }
  const wakeAll = () => stage.query('UPDATE runs SET resumes_at = now() WHERE status = $1', ['waiting'])
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...moves], { minLength: moves.length, maxLength: moves.length }),
      fc.array(fc.boolean(), { minLength: moves.length, maxLength: moves.length }),
      async (order, apart) => {
        const run = await begun()
        let underWay: Promise<unknown>[] = []
        for (const [index, move] of order.entries()) {
          underWay.push(
            move === 'event'
              ? stage.event(run.guestId, { source: 'visit' })
              : move === 'time'
                ? wakeAll().then(() => stage.wake())
                : stage.workOnce(),
          )
          // Actions that are not separated are in progress at the same time, on separate connections.
          if (apart[index]) {
            await Promise.all(underWay)
            underWay = []
          }
        }
        await Promise.all(underWay)
        await stage.work()
        await wakeAll()
        await stage.wake()
        await stage.work()
        const outcome = await outcomeOf(run)
        const branch = outcome.points === 1_000 ? 'came' : 'late'
        expect(outcome).toEqual(taken[branch])
        seen[branch] += 1
      },
    ),
    { numRuns: interleavings },
  )
  record(
    `${interleavings} interleavings: ${seen.came} took the event, ${seen.late} the time, none both or neither`,
  )
})

describe('between a run that begins to listen and an event that comes', () => {
  /** The event of another process, which stops when only the commit is left. */
  function storing(guestId: string, held: Pause, mistake: (text: string) => string = text => text) {
    const tenant = rewritingPool(pausingBefore(rival.tenant, 'COMMIT', held), mistake)
    const { organisationId } = stage
    return acceptBatch({ ...stage, database: { tenant } }, organisationId, [
      {
        organisationId,
        keyId: null,
        guestId,
        event: { source: 'visit', serials: [], parameters: {} },
        warnings: [],
      },
    ])
  }

  test('no event is missed that comes while the run registers', async () => {
    const run = await begun()
    const held = pause()
    const registering = stage.workOnce(100, { done: held.stand })
    await held.reached
    const coming = stage.event(run.guestId, { source: 'visit' })
    await untilBlocked(testDatabase.url)
    held.release()
    await Promise.all([registering, coming])
    await stage.work()
    expect(await outcomeOf(run)).toEqual(taken.came)
  })

  test('no event is missed that is still being stored when the run begins to listen', async () => {
    const run = await begun()
    const held = pause()
    const coming = storing(run.guestId, held)
    await held.reached
    const registering = stage.workOnce()
    await untilBlocked(testDatabase.url)
    held.release()
    await Promise.all([coming, registering])
    await stage.work()
    expect(await outcomeOf(run)).toEqual(taken.came)
  })

  test('without the lock the event would be missed: the control', async () => {
    const run = await begun()
    const held = pause()
    const unlocked = (text: string) => (text.includes('advisory') ? 'SELECT FROM unnest($1::text[])' : text)
    const coming = storing(run.guestId, held, unlocked)
    await held.reached
    await stage.workOnce()
    held.release()
    await coming
    await stage.work()
    expect((await outcomeOf(run)).path).toEqual(['listen waiting'])
  })
})
