import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programOf } from '../support/bundled-programs.ts'
import { examine } from '../support/examine.ts'
import { findFaultPoints, findRunPoints, namesIn } from '../support/fault-points.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { createTestDatabase } from '../support/postgres.ts'
import {
  type Ended,
  killProcesses,
  LEASE_MS,
  launchProcess,
  type Process,
  shortLease,
  startProcess,
} from '../support/processes.ts'
import { inSeconds, record, untilAllContinued, untilFinished } from '../support/takeover.ts'
import { someOf } from '../support/trials.ts'

const EVENTS = 100
/** For two looks, a wait of one second, and a machine with other things to do; the proof has the promised times. */
const BUSY_MS = 6_000
const CARELESS = programOf('careless')

afterAll(killProcesses)

interface Death {
  readonly signal: NodeJS.Signals | null
  readonly runs: number
  readonly continuedAfter: number
}

describe('a process that is killed with SIGKILL', () => {
  const points = someOf(findRunPoints(), 3)
  const deaths = new Map<string, Promise<Death>>()
  const acknowledged: Acknowledged[] = []
  let ground: Ground
  let heir: Process

  // All are there before the first dies, so that no run is taken from one that is dead by another that is about to.
  beforeAll(async () => {
    ground = await openGround(await createTestDatabase(), { waitSeconds: 1, adds: true })
    const { databaseUrl } = ground
    heir = await startProcess({ databaseUrl, roles: ['worker'], env: shortLease })
    const dying = new Map<string, Process>()
    for (const faultPoint of points) {
      dying.set(faultPoint, await startProcess({ databaseUrl, faultPoint, env: shortLease }))
    }
    const ingesting = [...dying].map(async ([point, process]) => {
      const ingested = await ingest(ground, { url: process.url, until: process.hasEnded })
      acknowledged.push(...ingested.acknowledged)
      deaths.set(point, watch(await process.ended))
    })
    await Promise.all(ingesting)
  })
  afterAll(async () => {
    await heir.stop()
    await ground.close()
  })

  async function watch({ signal, at }: Ended): Promise<Death> {
    return { signal, ...(await untilAllContinued(ground, at)) }
  }

  test.each(points)('at %s has its runs continue elsewhere soon after its lease', async point => {
    const { signal, runs, continuedAfter } = (await deaths.get(point)) as Death
    expect(signal).toBe('SIGKILL')
    record(`${point}: ${runs} runs under way, the last continued after ${inSeconds(continuedAfter)}`)
    expect(continuedAfter).toBeLessThan(LEASE_MS + BUSY_MS)
  })

  test('at any of these points loses nothing and repeats nothing', async () => {
    await untilFinished(ground)
    const { runs, faults } = await examine(ground, acknowledged)
    expect(faults).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
    record(`${points.length} kills, ${acknowledged.length} acknowledged, ${runs} runs, 0 lost, 0 repeated`)
  })
})

describe('the points at which it is killed', () => {
  test('are all that the code has', () => {
    expect(findFaultPoints()).toEqual(
      expect.arrayContaining([
        'advance:claimed',
        'advance:committed',
        'advance:loaded',
        'advance:written',
        'wake:woken',
      ]),
    )
  })

  test('cannot have a name that would go unnoticed', () => {
    expect(namesIn("faultPoint('a:b'); faultPoint('c:d')", 'x.ts')).toEqual(['a:b', 'c:d'])
    expect(() => namesIn('faultPoint(`${name}:e`)', 'x.ts')).toThrow('cannot be read')
    expect(() => namesIn('faultPoint(nameOf(job))', 'x.ts')).toThrow('cannot be read')
  })
})

describe('a worker that commits its effects apart from their being done', () => {
  const work = async (ground: Ground, faultPoint?: string) => {
    const options = { databaseUrl: ground.databaseUrl, program: [CARELESS] }
    return launchProcess(faultPoint === undefined ? options : { ...options, faultPoint })
  }

  test('passes the examination when nothing happens to it, and fails it when it is killed in between', async () => {
    const ground = await openGround(await createTestDatabase(), { adds: true })
    const front = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['api'] })
    const undisturbed = await work(ground)
    const before = await ingest(ground, { url: front.url, count: EVENTS })
    await untilFinished(ground)
    // The claim of the last batch is given up after its effects.
    await undisturbed.stop()
    await ground.engine.query('DELETE FROM jobs')
    expect((await examine(ground, before.acknowledged)).faults).toEqual([])

    const behind = await ingest(ground, { url: front.url, count: EVENTS })
    expect((await (await work(ground, 'careless:effects')).ended).signal).toBe('SIGKILL')
    // Its jobs go to the next at once, as they would after the lease.
    await ground.engine.query('UPDATE jobs SET claimed = false')
    const heir = await work(ground)
    await untilFinished(ground)
    const { faults } = await examine(ground, [...before.acknowledged, ...behind.acknowledged])
    expect(faults.join('\n')).toContain('the points of a guest are not those of their runs')
    expect(faults.join('\n')).toContain('what was added to a guest is not what their runs add')
    record(`control: ${faults.length} kinds of faults and examples found after ${EVENTS} runs`)
    await Promise.all([heir.kill(), front.stop()])
    await ground.close()
  })
})
