import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { ingest } from '../support/ingest.ts'
import { eventually, newAddress, request } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, type Process, type ProcessOptions, startProcess } from '../support/processes.ts'
import { record, untilFinished } from '../support/takeover.ts'
import { letSecondsPass } from '../support/token-time.ts'

const DAY = 86_400
const RUNS = 50
const library = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]

afterAll(killProcesses)

const aMinuteAtMost = expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60)

type Clock = Pick<ProcessOptions, 'env' | 'nodeArguments'>

/** Only what JavaScript asks for, but everywhere. */
const inJavaScript = (seconds: number): Clock => ({
  env: { CLOCK_SHIFT_SECONDS: String(seconds) },
  nodeArguments: ['--import', join(import.meta.dirname, '../support/shifted-clock.ts')],
})
/** Whatever asks. */
const inTheLibrary = (seconds: number): Clock => ({
  env: {
    LD_PRELOAD: library ?? '',
    FAKETIME: `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  },
})

/** libfaketime is in Debian's package faketime; without it, what JavaScript sees has to do. */
const [means, clock] = library === undefined ? ['Date', inJavaScript] : ['libfaketime', inTheLibrary]

describe('a process whose clock is', () => {
  test.each([
    ['a day ahead', DAY],
    ['a day behind', -DAY],
  ])('%s changes nothing: waits, tokens and limits follow the database', async (name, shift) => {
    const ground = await openGround(await createTestDatabase(), { waitSeconds: 2 })
    const wrong = await startProcess({ databaseUrl: ground.databaseUrl, ...clock(shift) })
    expect(Math.round((await clockOf(wrong)) / 3600)).toBe(shift / 3600)

    const { acknowledged } = await ingest(ground, { url: wrong.url, count: RUNS })
    expect(acknowledged).toHaveLength(RUNS)
    await untilFinished(ground)
    expect((await examine(ground, acknowledged)).faults).toEqual([])
    expect(await findStrayTimes(ground)).toEqual([])

    const right = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['api'] })
    const address = newAddress()
    expect(await limitOf(wrong, address)).toEqual({ admitted: 20, refusedFor: aMinuteAtMost })
    expect(await limitOf(right, address)).toEqual({ admitted: 0, refusedFor: aMinuteAtMost })
    await letSecondsPass(ground.engine, 60)
    expect(await limitOf(wrong, address)).toEqual({ admitted: 20, refusedFor: aMinuteAtMost })
    record(`${name} (by ${means}): ${RUNS} waits, 0 early, 0 times by the wrong clock, 20 tokens a minute`)
    await Promise.all([wrong.stop(), right.stop()])
    await ground.close()
  })

  test('what it goes by would be seen to end waits early', async () => {
    const ground = await openGround(await createTestDatabase(), { waitSeconds: 5 })
    const wrong = await startProcess({ databaseUrl: ground.databaseUrl, ...inJavaScript(DAY) })
    const { acknowledged } = await ingest(ground, { url: wrong.url, count: 10, concurrency: 10 })
    const wakeByItsClock = async () =>
      ground.engine.query(
        `UPDATE runs SET resumes_at = now() WHERE status = 'waiting' AND resumes_at <= now() + make_interval(secs => $1)`,
        [await clockOf(wrong)],
      )
    let woken = 0
    await eventually(wakeByItsClock, ({ rowCount }) => {
      woken += rowCount ?? 0
      return woken >= 10
    })
    await untilFinished(ground)
    const { faults } = await examine(ground, acknowledged)
    expect(faults.join('\n')).toContain('a wait ended before its time')
    await wrong.stop()
    await ground.close()
  })
})

/** How many seconds the clock of a process is ahead, about: it is the process itself that says when it was started. */
async function clockOf({ url }: Process): Promise<number> {
  const { text } = await request(`${url}/metrics`)
  return Number(/^process_start_time_seconds (\d+)/m.exec(text)?.[1]) - Date.now() / 1000
}

/** Times that were written and are not within the last minute, or for a token not within its life. */
async function findStrayTimes({ engine }: Ground): Promise<string[]> {
  const { rows } = await engine.query<{ what: string }>(
    `SELECT what || ' ' || at AS what FROM (
       SELECT 'events.created_at', created_at FROM events
       UNION ALL SELECT 'runs.created_at', created_at FROM runs
       UNION ALL SELECT 'runs.started_at', started_at FROM runs
       UNION ALL SELECT 'runs.finished_at', finished_at FROM runs
       UNION ALL SELECT 'steps.started_at', started_at FROM every_step
       UNION ALL SELECT 'steps.finished_at', finished_at FROM every_step
       UNION ALL SELECT 'points_entries.created_at', created_at FROM points_entries
       UNION ALL SELECT 'access_tokens.created_at', created_at FROM access_tokens
       UNION ALL SELECT 'api_key_usage.slot', slot FROM api_key_usage
     ) AS written (what, at)
     WHERE at IS NULL OR at NOT BETWEEN now() - interval '1 minute' AND now()
     UNION ALL
     SELECT 'access_tokens.expires_at ' || expires_at FROM access_tokens
     WHERE expires_at NOT BETWEEN now() + interval '1 minute' AND now() + interval '1 day'`,
  )
  return rows.map(row => row.what)
}

/** How many of 21 requests with a wrong secret are heard. */
async function limitOf({ url }: Process, address: string) {
  let admitted = 0
  for (let n = 0; n < 21; n++) {
    const answer = await request(`${url}/oauth/token`, {
      headers: { 'x-forwarded-for': address },
      json: { client_id: 'nobody', client_secret: 'nothing', grant_type: 'client_credentials' },
    })
    if (answer.status === 429) return { admitted, refusedFor: Number(answer.headers.get('retry-after')) }
    admitted += 1
  }
  return { admitted, refusedFor: null }
}
