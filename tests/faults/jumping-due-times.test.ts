import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { createSubscription } from '../../server/src/subscriptions/subscriptions.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { canJump } from '../support/jumping-clock.ts'
import { type JumpingCluster, type JumpingPostgres, makeJumpingCluster } from '../support/jumping-postgres.ts'
import { eventually } from '../support/millrace.ts'
import { killProcesses, startProcess, testSecret } from '../support/processes.ts'
import { openSender, startRuns } from '../support/start-runs.ts'
import { record } from '../support/takeover.ts'

const [HOUR, DAY] = [3_600, 86_400]
const GLITCH_MS = 5_000
const RUNS = 20

afterAll(killProcesses)

/** Each on a separate server: for most of the time they wait for a clock that has jumped to be settled, which is half a minute. */
describe
  .skipIf(!canJump)
  .concurrent('while the clock of the database jumps (a C compiler is needed for it)', () => {
    let cluster: JumpingCluster
    beforeAll(async () => {
      cluster = await makeJumpingCluster()
    })
    afterAll(() => cluster.close())

    async function subscribe({ engine, organisationId }: Ground, url: string): Promise<void> {
      const sealer = createSealer({ current: testSecret, previous: [] })
      const given = { name: 'Receiver', url, events: ['consent.changed' as const] }
      await inTransaction(engine, tx => createSubscription(tx, sealer, organisationId, 'test', given))
    }
    const allow = ({ port }: { port: number }) => ({
      MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
      MILLRACE_ALLOW_PORTS: String(port),
    })
    const change = ({ engine, organisationId }: Ground) =>
      engine.query('UPDATE guests SET email_consent = NOT email_consent WHERE organisation_id = $1', [
        organisationId,
      ])
    const untilDelivered = ({ engine, organisationId }: Ground) =>
      eventually(
        () =>
          engine.query(
            "SELECT FROM subscription_deliveries WHERE organisation_id = $1 AND state <> 'delivered'",
            [organisationId],
          ),
        ({ rowCount }) => rowCount === 0,
      )
    async function glitch(postgres: JumpingPostgres, seconds: number): Promise<void> {
      postgres.jump(seconds)
      await sleep(GLITCH_MS)
      postgres.jump(0)
    }

    test.each([
      ['a day ahead', DAY],
      ['an hour back', -HOUR],
    ])('%s for five seconds: what is being sent is not sent twice', async (name, seconds) => {
      const postgres = await cluster.start()
      const held: ServerResponse[] = []
      let answering = false
      const receiver = await httpReceiver(response => {
        if (answering) response.end()
        else held.push(response)
      })
      const ground = await openGround(postgres.database, { guests: RUNS })
      await subscribe(ground, receiver.url)
      const { databaseUrl } = ground
      const workers = await Promise.all([1, 2].map(() => startProcess({ databaseUrl, env: allow(receiver) })))
      await change(ground)
      await eventually(
        async () => held.length,
        length => length > 0,
      )
      await glitch(postgres, seconds)
      answering = true
      for (const response of held) response.end()
      await untilDelivered(ground)
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect([ids.length, new Set(ids).size]).toEqual([RUNS, RUNS])
      record(`${name} for 5 s: ${RUNS} deliveries, 0 twice`)
      await Promise.all(workers.map(worker => worker.stop()))
      await ground.close()
      await receiver.close()
    })

    test.each([
      ['an hour back, for good', -HOUR],
      ['a day ahead for five seconds', DAY],
    ])(
      '%s: what a killed process was sending, and what came meanwhile, is sent soon',
      async (name, seconds) => {
        const postgres = await cluster.start()
        const receiver = await httpReceiver()
        const ground = await openGround(postgres.database, { guests: RUNS })
        await subscribe(ground, receiver.url)
        const { databaseUrl, engine } = ground
        const env = allow(receiver)
        const dying = await startProcess({ databaseUrl, faultPoint: 'subscription:claimed', env })
        await change(ground)
        expect((await dying.ended).signal).toBe('SIGKILL')
        // It has seen the clock before it jumps, as a process that was running has.
        const heir = await startProcess({ databaseUrl, roles: ['worker'], env })
        postgres.jump(seconds)
        if (seconds > 0) {
          await change(ground)
          await sleep(GLITCH_MS)
          postgres.jump(0)
        }
        const stranded = await engine.query(
          "SELECT FROM subscription_deliveries WHERE state = 'waiting' AND due_at > now() + interval '30 minutes'",
        )
        // The control: by their due times they would wait for the length of the jump.
        expect(stranded.rowCount).toBeGreaterThan(0)
        await untilDelivered(ground)
        record(`${name}: ${stranded.rowCount} deliveries would have waited for it, all were sent`)
        await heir.stop()
        await ground.close()
        await receiver.close()
      },
    )

    test('a day ahead for five seconds: no wait ends early, and one that begins then ends in its time', async () => {
      const postgres = await cluster.start()
      const ground = await openGround(postgres.database, { waitSeconds: HOUR })
      const { databaseUrl, engine, organisationId } = ground
      const queue = openSender(postgres.database)
      const workers = await Promise.all([1, 2].map(() => startProcess({ databaseUrl, roles: ['worker'] })))
      const waiting = async () => {
        const { rows } = await engine.query<{ waiting: number; late: number }>(
          `SELECT count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
                  count(*) FILTER (WHERE resumes_at > $2)::int AS late FROM runs WHERE organisation_id = $1`,
          [organisationId, new Date(Date.now() + 2 * HOUR * 1_000)],
        )
        return rows[0]
      }
      const untilWaiting = (count: number) => eventually(waiting, seen => seen?.waiting === count)
      await startRuns(ground, queue, RUNS)
      await untilWaiting(RUNS)
      postgres.jump(DAY)
      await startRuns(ground, queue, RUNS)
      await untilWaiting(2 * RUNS)
      await sleep(GLITCH_MS)
      postgres.jump(0)
      // Four looks for waits that are over.
      await sleep(2_000)
      expect(await waiting()).toEqual({ waiting: 2 * RUNS, late: 0 })
      record(`a day ahead for 5 s: ${2 * RUNS} waits of an hour, 0 ended early, 0 a day late`)
      await queue.stop({ drainMs: 0 })
      await Promise.all(workers.map(worker => worker.stop()))
      await ground.close()
    })
  })
