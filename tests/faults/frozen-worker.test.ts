import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { examine } from '../support/examine.ts'
import { findRunPoints } from '../support/fault-points.ts'
import { AWARDS, type Ground, openGround } from '../support/ground.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { eventually, request } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import {
  killProcesses,
  LEASE_MS,
  type Process,
  shortLease,
  startProcess,
  untilFrozen,
} from '../support/processes.ts'
import { readTableContents, type TableContents } from '../support/table-contents.ts'
import { type Continued, inSeconds, record, untilAllContinued, untilFinished } from '../support/takeover.ts'
import { someOf } from '../support/trials.ts'

afterAll(killProcesses)

/** A second more than a claim lasts, and two looks. */
const LEFT_MS = LEASE_MS + 1_400

/** How far hours have been counted moves with the clock, whichever process comes to it; but never back. */
const PROGRESS = 'millrace.hourly_progress'
const countedUntil = async ({ engine }: Ground): Promise<Date | null> =>
  (await engine.query<{ until: Date | null }>('SELECT min(counted_until) AS until FROM hourly_progress'))
    .rows[0]?.until ?? null

/** Every table that says what happened. */
async function readWork({ engine }: Ground): Promise<TableContents> {
  const { [PROGRESS]: _progress, ...contents } = await readTableContents(engine)
  return contents
}

describe('a process that is frozen beyond its lease', () => {
  const points = someOf(findRunPoints(), 2)
  const frozen = new Map<string, { process: Process; since: number; takeover: Promise<Continued> }>()
  const acknowledged: Acknowledged[] = []
  let ground: Ground
  let heir: Process

  beforeAll(async () => {
    ground = await openGround(await createTestDatabase(), { waitSeconds: 1 })
    const { databaseUrl } = ground
    heir = await startProcess({ databaseUrl, env: shortLease })
    const processes = new Map<string, Process>()
    for (const point of points) {
      processes.set(
        point,
        await startProcess({ databaseUrl, faultPoint: `freeze:${point}`, env: shortLease }),
      )
    }
    // Through the one that stays: a request that reached a frozen process would rightly be taken when it wakes up.
    const ingesting = ingest(ground, { url: heir.url, until: () => frozen.size === points.length })
    const freezing = [...processes].map(async ([point, process]) => {
      await untilFrozen(process)
      const since = performance.now()
      frozen.set(point, { process, since, takeover: untilAllContinued(ground, since) })
    })
    await Promise.all(freezing)
    acknowledged.push(...(await ingesting).acknowledged)
  })
  afterAll(async () => {
    await Promise.all([...frozen.values()].map(({ process }) => process.stop()))
    await ground.close()
  })

  test.each(points)('at %s does not keep its runs from continuing elsewhere', async point => {
    const { takeover } = frozen.get(point) as NonNullable<ReturnType<typeof frozen.get>>
    const { runs, continuedAfter } = (await takeover) as Continued
    record(`freeze:${point}: ${runs} runs under way, the last continued after ${inSeconds(continuedAfter)}`)
  })

  test('at any of these points writes nothing when it wakes up', async () => {
    await untilFinished(ground)
    for (const { since } of frozen.values()) await sleep(Math.max(0, since + LEFT_MS - performance.now()))
    const { runs, faults } = await examine(ground, acknowledged)
    expect(faults).toEqual([])
    const meanwhile = await readWork(ground)
    const counted = await countedUntil(ground)
    for (const { process } of frozen.values()) process.signal('SIGCONT')
    for (const { process } of frozen.values()) {
      await eventually(
        () => request(`${process.url}/readyz`),
        ({ status }) => status === 200,
      )
    }
    // Longer than any of their pauses: what they have left to write they would write now.
    await sleep(2_000)
    expect(await readWork(ground)).toEqual(meanwhile)
    expect(Number(await countedUntil(ground))).toBeGreaterThanOrEqual(Number(counted))
    record(`${points.length} processes frozen over ${runs} runs, 0 rows written by them`)
  })

  test('at any of these points keeps working when it has woken up', async () => {
    await heir.stop()
    for (const { process } of frozen.values()) {
      const after = await ingest(ground, { url: process.url, count: 20 })
      expect(after.acknowledged).toHaveLength(20)
      acknowledged.push(...after.acknowledged)
    }
    await untilFinished(ground)
    expect((await examine(ground, acknowledged)).faults).toEqual([])
  })
})

describe('a worker whose claim is taken away while it works', () => {
  test('commits nothing: the holder of the claim does', async () => {
    const ground = await openGround(await createTestDatabase(), { guests: 1 })
    const { engine } = ground
    const worker = await startProcess({ databaseUrl: ground.databaseUrl })
    const blocker = await engine.connect()
    await blocker.query('BEGIN')
    await blocker.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await blocker.query('SELECT FROM guests FOR UPDATE')
    const { acknowledged } = await ingest(ground, { url: worker.url, count: 1 })
    await eventually(
      () => countBlocked(ground),
      blocked => blocked === 1,
    )
    // What another process does that has seen its claim stand still for a lease.
    const free = () => engine.query('UPDATE jobs SET claimed = false WHERE claimed AND attempt = 1')
    await eventually(free, ({ rowCount }) => rowCount === 1)
    await eventually(
      () => countBlocked(ground),
      blocked => blocked === 2,
    )
    await blocker.query('COMMIT')
    blocker.release()
    await untilFinished(ground)
    await eventually(
      async () => (await examine(ground, acknowledged)).faults,
      faults => faults.length === 0,
    )
    await worker.stop()
    await ground.close()
  })
})

describe('a writer that does not ask whether it still may', () => {
  test('is seen to write over what happened meanwhile', async () => {
    const ground = await openGround(await createTestDatabase())
    const { engine } = ground
    const front = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['api'] })
    const { acknowledged } = await ingest(ground, { url: front.url, count: 20 })
    const { rows: read } = await engine.query('SELECT id, guest_id, sequence FROM runs')

    const heir = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['worker'] })
    await untilFinished(ground)
    await heir.stop()
    expect((await examine(ground, acknowledged)).faults).toEqual([])

    const meanwhile = await readWork(ground)
    await inTransaction(engine, async tx => {
      for (const { id, guest_id, sequence } of read) {
        await tx.query(`UPDATE runs SET sequence = $2::integer + 1, node_id = 'first' WHERE id = $1`, [
          id,
          sequence,
        ])
        await tx.query('UPDATE guests SET points = points + $2 WHERE id = $1', [guest_id, AWARDS.first])
      }
    })
    expect(await readWork(ground)).not.toEqual(meanwhile)
    const { faults } = await examine(ground, acknowledged)
    expect(faults.join('\n')).toContain('the points of a guest are not those of their runs')
    record(`control: 20 stale writes, found in ${faults.length} sentences`)
    await front.stop()
    await ground.close()
  })
})

const countBlocked = (ground: Ground) => ground.countSessions('millrace queue', `wait_event_type = 'Lock'`)
