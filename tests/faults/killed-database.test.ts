import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '../support/examine.ts'
import { openGround } from '../support/ground.ts'
import { ingest, nothingIngested, untilMore } from '../support/ingest.ts'
import { type KillablePostgres, startKillablePostgres } from '../support/killable-postgres.ts'
import { eventually, request } from '../support/millrace.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { inSeconds, record, untilFinished } from '../support/takeover.ts'

const KILLS = 3

afterAll(killProcesses)

describe('PostgreSQL killed with SIGKILL under ingest, and started again', () => {
  let postgres: KillablePostgres
  beforeAll(async () => {
    postgres = await startKillablePostgres()
  })
  afterAll(() => postgres.close())

  test('has every event that was acknowledged, and everything recovers by itself', async () => {
    const ground = await openGround(postgres.database, { waitSeconds: 1 })
    const millrace = await startProcess({ databaseUrl: ground.databaseUrl })
    let over = false
    const ingested = nothingIngested()
    const ingesting = ingest(ground, { url: millrace.url, until: () => over, pauseMs: 5, into: ingested })
    let worst = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await untilMore(ingested.acknowledged, 200)
      await postgres.kill()
      await untilMore(ingested.refused, 20)
      expect((await request(`${millrace.url}/readyz`)).status).toBe(503)
      await postgres.restart()
      const back = performance.now()
      await eventually(
        () => request(`${millrace.url}/readyz`),
        ({ status }) => status === 200,
      )
      worst = Math.max(worst, performance.now() - back)
    }
    await untilMore(ingested.acknowledged, 200)
    over = true
    const { acknowledged, refused, unanswered, notLetIn } = await ingesting

    expect(millrace.hasEnded(), 'the process continued by itself').toBe(false)
    expect(new Set(refused.map(({ status, retryAfter }) => `${status}, Retry-After ${retryAfter}`))).toEqual(
      new Set(['503, Retry-After 1']),
    )
    expect([unanswered, notLetIn]).toEqual([[], []])
    await untilFinished(ground)
    const { runs, faults } = await examine(ground, acknowledged)
    expect(faults).toEqual([])
    const listening = () => ground.countSessions('millrace queue', `query ~ '^LISTEN |pg_listening_channels'`)
    await eventually(listening, sessions => sessions === 1)
    record(
      `${KILLS} kills, ${acknowledged.length} acknowledged, 0 lost, ${runs} runs, ${refused.length} answered 503; ` +
        `ready again ${inSeconds(worst)} after PostgreSQL at worst`,
    )
    await millrace.stop()
    await ground.close()
  })

  test('is seen to have lost some when commits were answered before they were on disk', async () => {
    await postgres.loseCommits()
    const ground = await openGround(postgres.database)
    const front = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['api'] })
    let over = false
    const ingested = nothingIngested()
    const ingesting = ingest(ground, { url: front.url, until: () => over, into: ingested })
    await untilMore(ingested.acknowledged, 200)
    await postgres.kill()
    over = true
    const { acknowledged } = await ingesting
    await postgres.restart()
    const { faults } = await examine(ground, acknowledged)
    expect(faults.join('\n')).toContain('an acknowledged event is lost')
    record(`control: ${acknowledged.length} acknowledged, ${faults.find(fault => /lost.*more/.test(fault))}`)
    await front.stop()
    await ground.close()
  })
})
