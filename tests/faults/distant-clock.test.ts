import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { maintain } from '../../server/src/worker/maintain.ts'
import { examine } from '../support/examine.ts'
import { openGround } from '../support/ground.ts'
import { ingest } from '../support/ingest.ts'
import { canJump, makeJumpingClock } from '../support/jumping-clock.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { record, untilFinished } from '../support/takeover.ts'

const YEAR = 365 * 86_400
const EVENTS = 30
const folder = mkdtempSync(join(tmpdir(), 'millrace-clock-'))

afterAll(() => {
  killProcesses()
  rmSync(folder, { recursive: true })
})

describe.skipIf(!canJump)('a process whose clock is (a C compiler is needed for it)', () => {
  test.each([
    ['three years behind', -3 * YEAR],
    ['three years ahead', 3 * YEAR],
  ])('%s names nothing that the next maintenance deletes', async (name, seconds) => {
    const ground = await openGround(await createTestDatabase())
    const clock = makeJumpingClock(folder)
    clock.jump(seconds)
    const wrong = await startProcess({ databaseUrl: ground.databaseUrl, env: clock.env })
    const first = await ingest(ground, { url: wrong.url, count: EVENTS })
    // While it serves, its clock is set right, and wrong again.
    clock.jump(0)
    const second = await ingest(ground, { url: wrong.url, count: EVENTS })
    clock.jump(seconds)
    const third = await ingest(ground, { url: wrong.url, count: EVENTS })
    await untilFinished(ground)
    const acknowledged = [first, second, third].flatMap(ingested => ingested.acknowledged)
    expect(acknowledged).toHaveLength(3 * EVENTS)

    const { rows } = await ground.engine.query<{ true: number; all: number }>(
      `SELECT count(*) FILTER (WHERE id > uuid_floor(created_at - interval '2 minutes')
                                 AND id < uuid_floor(created_at + interval '2 minutes'))::int AS true, count(*)::int AS all
       FROM (SELECT id, created_at FROM events UNION ALL SELECT id, created_at FROM runs) AS named`,
    )
    expect(rows).toEqual([{ true: 6 * EVENTS, all: 6 * EVENTS }])
    await maintain(ground.engine)
    expect((await examine(ground, acknowledged)).faults).toEqual([])
    record(`${name}: ${acknowledged.length} acknowledged, 0 with a wrong time in their id, 0 deleted`)
    await wrong.stop()
    await ground.close()
  })
})
