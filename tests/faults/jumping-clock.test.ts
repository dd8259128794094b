import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { ingest } from '../support/ingest.ts'
import { canJump } from '../support/jumping-clock.ts'
import { type JumpingCluster, type JumpingPostgres, makeJumpingCluster } from '../support/jumping-postgres.ts'
import { killProcesses, LEASE_MS, type Process, shortLease, startProcess } from '../support/processes.ts'
import { inSeconds, record, untilAllContinued, untilFinished } from '../support/takeover.ts'
import { someOf } from '../support/trials.ts'

const [HOUR, DAY] = [3_600, 86_400]
/** Two looks, a claim, and a machine with other things to do. */
const BUSY_MS = 6_000

afterAll(killProcesses)

describe.skipIf(!canJump)(
  'a database whose clock jumps (a C compiler is needed for it)',
  { timeout: 120_000 },
  () => {
    let cluster: JumpingCluster
    let postgres: JumpingPostgres
    beforeAll(async () => {
      cluster = await makeJumpingCluster()
      postgres = await cluster.start()
    })
    afterAll(() => cluster.close())

    const clockOf = async ({ engine }: Ground) =>
      (await engine.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]?.now.getTime() as number

    const jumps: readonly [name: string, first: number, then?: number][] = [
      ['a day ahead', DAY],
      ['an hour back', -HOUR],
      ['a day ahead, and back after five seconds', DAY, 0],
    ]
    test.each(someOf(jumps, 1))(
      '%s: what a killed worker had in hand continues after its lease all the same',
      async (name, first, then) => {
        postgres.jump(0)
        const ground = await openGround(postgres.database)
        const { databaseUrl, engine } = ground
        const front = await startProcess({ databaseUrl, roles: ['api'] })
        const dying = await startProcess({
          databaseUrl,
          roles: ['worker'],
          faultPoint: 'advance:loaded',
          env: shortLease,
        })
        const { acknowledged } = await ingest(ground, { url: front.url, count: 20 })
        expect((await dying.ended).signal).toBe('SIGKILL')
        const died = performance.now()
        // What a lease by the database's clock would have been stored as: for the control below.
        const wouldEnd = (await clockOf(ground)) + LEASE_MS
        expect((await engine.query('SELECT FROM jobs WHERE claimed')).rowCount).toBeGreaterThan(0)

        const heir: Process = await startProcess({ databaseUrl, roles: ['worker'], env: shortLease })
        const watching = performance.now()
        postgres.jump(first)
        if (then !== undefined) {
          await sleep(5_000)
          postgres.jump(then)
        }
        const { continuedAfter } = await untilAllContinued(ground, watching)
        await untilFinished(ground)
        const took = performance.now() - died
        expect(continuedAfter).toBeLessThan(LEASE_MS + BUSY_MS)
        expect((await examine(ground, acknowledged)).faults).toEqual([])
        // The control: by the database's clock the lease would not be over for an hour, or was over at once.
        const off = (wouldEnd - (await clockOf(ground))) / 1_000
        if (first < 0) expect(off).toBeGreaterThan(HOUR - took / 1_000 - 5)
        else if (then === undefined) expect(off).toBeLessThan(-DAY + 60)
        record(`${name}: ${acknowledged.length} runs, the last continued after ${inSeconds(continuedAfter)}`)
        await Promise.all([front.stop(), heir.stop()])
        await ground.close()
      },
    )

    test('a day ahead takes nothing from a worker that lives', async () => {
      postgres.jump(0)
      const ground = await openGround(postgres.database, { guests: 1 })
      const { databaseUrl, engine } = ground
      const workers = await Promise.all([1, 2].map(() => startProcess({ databaseUrl, env: shortLease })))
      const blocker = await engine.connect()
      await blocker.query('BEGIN')
      await blocker.query('SET LOCAL idle_in_transaction_session_timeout = 0')
      await blocker.query('SELECT FROM guests WHERE organisation_id = $1 FOR UPDATE', [ground.organisationId])
      const { acknowledged } = await ingest(ground, { url: workers[0]?.url as string, count: 1 })
      postgres.jump(DAY)
      await sleep(2 * LEASE_MS)
      const { rows } = await engine.query('SELECT claimed, attempt FROM jobs WHERE organisation_id = $1', [
        ground.organisationId,
      ])
      expect(rows).toEqual([{ claimed: true, attempt: 1 }])
      await blocker.query('COMMIT')
      blocker.release()
      await untilFinished(ground)
      expect((await examine(ground, acknowledged)).faults).toEqual([])
      await Promise.all(workers.map(worker => worker.stop()))
      await ground.close()
    })
  },
)
