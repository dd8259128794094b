import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepLimits, takeLimits } from '../../server/src/access/limits.ts'
import { enter, look, recall, type StrictLog } from '../../server/src/access/strict-log.ts'
import { type Database, inTransaction, openDatabase } from '../../server/src/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import {
  type Arrival,
  arrivals,
  arrivalsWithClockSetBack,
  clockFaultsOf,
  faultsOf,
  LIMIT,
  type Limiter,
  SECOND,
  type Verdict,
  WINDOW,
} from '../support/token-limiter.ts'
import { trials } from '../support/trials.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.connection, {
    applicationName: 'millrace test',
    tenantConnections: 1,
    engineConnections: 4,
    onError: () => {},
  })
})

afterAll(async () => {
  await database?.close()
  await testDatabase?.drop()
})

/** The limiter itself, on a clock of ours, beginning from nothing. */
function limiter() {
  let log: StrictLog = []
  return (clock: number): Verdict => {
    log = recall(log, clock)
    const verdict = look(log, clock)
    if (verdict.admitted) log = enter(log, clock)
    return verdict
  }
}

const strict: Limiter = async given => {
  const take = limiter()
  return given.map(({ clock }) => take(clock))
}

/** Every kind of fault is looked for, or one only. */
const keepsItsPromises = (limiter: Limiter, kind = '') =>
  fc.asyncProperty(arrivals, async given => {
    const faults = faultsOf(given, await limiter(given))
    expect(faults.filter(fault => fault.startsWith(kind))).toStrictEqual([])
  })
const survivesTheClock = (limiter: Limiter, kind = '') =>
  fc.asyncProperty(arrivalsWithClockSetBack, async given => {
    const faults = clockFaultsOf(given, await limiter(given))
    expect(faults.filter(fault => fault.startsWith(kind))).toStrictEqual([])
  })

describe('the strict limiter', () => {
  test('never lets a 21st into any rolling 60 seconds, and refuses nobody while there is room', async () => {
    await fc.assert(keepsItsPromises(strict), { numRuns: trials(300, 2_000), endOnFailure: true })
  })

  test('neither lets a burst in nor locks anybody out for more than a minute when the clock is set back', async () => {
    await fc.assert(survivesTheClock(strict), { numRuns: trials(200, 1_000), endOnFailure: true })
  })

  test('admits who waits exactly as long as it said, and refuses who comes a microsecond earlier', () => {
    const take = limiter()
    let clock = 0
    for (let n = 0; n < LIMIT; n++) {
      clock += Math.floor(Math.random() * 3 * SECOND)
      take(clock)
    }
    for (let n = 0; n < 1_000; n++) {
      const refused = take(clock)
      expect(refused.admitted).toBe(false)
      clock += refused.wait
      expect([take(clock - 1).admitted, take(clock).admitted]).toStrictEqual([false, true])
    }
  })

  test('does not let the refused lengthen the wait', () => {
    const take = limiter()
    for (let n = 0; n < LIMIT; n++) take(0)
    for (let n = 0; n < 500; n++) expect(take(WINDOW / 2 + n).admitted).toBe(false)
    expect(take(WINDOW).admitted).toBe(true)
  })

  test('decides for one key one after the other, however many ask at once over several connections', async () => {
    const key = 'test'
    const asked = await Promise.all(
      Array.from({ length: 200 }, () =>
        inTransaction(database.engine, async tx => {
          const limits = await takeLimits(tx, [key])
          const { admitted } = limits.look(key)
          if (admitted) limits.enter(key)
          await keepLimits(tx, limits)
          return admitted
        }),
      ),
    )
    expect(asked.filter(Boolean)).toHaveLength(LIMIT)
  })
})

/** A sliding log in memory. What of the past still counts, and as when, is what the controls get wrong. */
function slidingLog(recall: (log: number[], clock: number) => number[] = log => log): Limiter {
  return async given => {
    let log: number[] = []
    return given.map(({ clock }) => {
      const counted = recall(log, clock).filter(at => at > clock - WINDOW)
      const admitted = counted.length < LIMIT
      if (admitted) log = [...counted, clock]
      const wait = admitted ? 0 : (counted.at(-LIMIT) as number) + WINDOW - clock
      return { admitted, remaining: Math.max(LIMIT - counted.length - 1, 0), wait }
    })
  }
}

/** Counts by the minute of the clock. */
const fixedWindow: Limiter = async given => {
  const counts = new Map<number, number>()
  return given.map(({ clock }) => {
    const minute = Math.floor(clock / WINDOW)
    const used = (counts.get(minute) ?? 0) + 1
    counts.set(minute, used)
    return { admitted: used <= LIMIT, remaining: LIMIT - used, wait: (minute + 1) * WINDOW - clock }
  })
}

/** One every three seconds, and never two at once. */
const evenPace: Limiter = async given => {
  let next = 0
  return given.map(({ clock }) => {
    const admitted = clock >= next
    if (admitted) next = clock + WINDOW / LIMIT
    return { admitted, remaining: 0, wait: next - clock }
  })
}

const wholeSeconds: Limiter = async given =>
  (await slidingLog()(given)).map(verdict => ({
    ...verdict,
    wait: Math.ceil(verdict.wait / SECOND) * SECOND,
  }))

describe('control:', () => {
  test('a sliding log in memory passes where the clock is right', async () => {
    await fc.assert(keepsItsPromises(slidingLog()), { numRuns: trials(100, 300), endOnFailure: true })
  })

  test.each<[string, fc.IAsyncProperty<[Arrival[]]>]>([
    ['the burst at the edge of a fixed window', keepsItsPromises(fixedWindow, 'burst')],
    ['the unfairness of an even pace', keepsItsPromises(evenPace, 'unfair')],
    ['a wait in whole seconds', keepsItsPromises(wholeSeconds, 'wait')],
    ['a log that waits for its clock to catch up', survivesTheClock(slidingLog(), 'lock')],
    [
      'a log that drops what lies ahead of its clock',
      survivesTheClock(
        slidingLog((log, now) => log.filter(at => at <= now)),
        'burst',
      ),
    ],
    [
      'a log that counts it as now, and again as now',
      survivesTheClock(
        slidingLog((log, now) => log.map(at => Math.min(at, now))),
        'lock',
      ),
    ],
  ])('the checks find %s', async (_, property) => {
    expect((await fc.check(property, { numRuns: 300, endOnFailure: true })).failed).toBe(true)
  })
})
