import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, inTransaction } from '#db/database.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { addressKeys, keepLimits, Limits, takeLimits } from './limits.ts'
import { STRICT_WINDOW } from './strict-log.ts'

const now = 1_000 * STRICT_WINDOW
const limitsWith = (logs: Record<string, number[]>) => new Limits(now, new Map(Object.entries(logs)))

describe('limits in one transaction', () => {
  test('a key without a log has every place', () => {
    expect(limitsWith({}).look('a')).toMatchObject({ admitted: true, remaining: 19 })
  })

  test('what was entered is seen by the next look, and has to be written', () => {
    const limits = limitsWith({ a: [now - 5], b: [now - 5] })
    limits.enter('a')
    expect(limits.look('a').remaining).toBe(17)
    expect(limits.changes()).toEqual([['a', [now - 5, now]]])
  })

  test('what is too old is forgotten, and written only with something new', () => {
    const limits = limitsWith({ a: [now - 2 * STRICT_WINDOW, now - 1] })
    expect(limits.look('a').remaining).toBe(18)
    expect(limits.changes()).toEqual([])
    limits.enter('a')
    expect(limits.changes()).toEqual([['a', [now - 1, now]]])
  })

  test('a log as of now is left alone; one ahead of the clock is put right by looking at it', () => {
    const limits = limitsWith({ a: [now], b: [now - 1, now + 1] })
    limits.look('a')
    limits.look('b')
    expect(limits.changes()).toEqual([['b', [now - 1, now]]])
  })
})

describe('an address', () => {
  test('counts by itself, and of IPv6 also as a part of the /56 around it', () => {
    expect(addressKeys('failures', '192.0.2.1')).toEqual(['failures:192.0.2.1'])
    expect(addressKeys('failures', '2001:db8:0:12ff::/64')).toEqual([
      'failures:2001:db8:0:12ff::/64',
      'wide failures:2001:db8:0:1200::/56',
    ])
  })

  test('has 20 places, and the /56 three times as many', () => {
    const [own, wide] = addressKeys('failures', '2001:db8::/64') as [string, string]
    const limits = limitsWith({ [wide]: Array.from({ length: 59 }, (_, n) => now - 100 + n) })
    expect(limits.look(own)).toMatchObject({ admitted: true, remaining: 19 })
    expect(limits.look(wide)).toMatchObject({ admitted: true, remaining: 0 })
    limits.enter(wide)
    expect(limits.look(wide)).toMatchObject({ admitted: false, remaining: 0 })
  })
})

describe('limits in the database', () => {
  let database: Database
  beforeAll(async () => {
    const opened = await openTestDatabase({ tenant: 1, engine: 3 })
    database = opened.database
    return opened.close
  })
  const stored = async () =>
    Object.fromEntries(
      (await database.engine.query('SELECT key, admitted FROM strict_limits')).rows.map(row => [
        row.key,
        row.admitted.length,
      ]),
    )

  test('what one transaction entered the next one reads, by the database’s clock', async () => {
    const before = Date.now() * 1_000
    for (const expected of [19, 18]) {
      await inTransaction(database.engine, async tx => {
        const limits = await takeLimits(tx, ['one', 'two'])
        expect(limits.look('one').remaining).toBe(expected)
        expect(limits.look('two').remaining).toBe(19)
        expect(Math.abs(limits.now - before)).toBeLessThan(30_000_000)
        limits.enter('one')
        await keepLimits(tx, limits)
      })
    }
    expect(await stored()).toEqual({ one: 2 })
  })

  test('nothing is sent where nothing was entered', async () => {
    await inTransaction(database.engine, async tx => {
      const limits = await takeLimits(tx, ['three'])
      limits.look('three')
      const { rows } = await tx.query('SELECT pg_current_xact_id_if_assigned() AS id')
      expect(rows[0]?.id).toBe(null)
      const query = () => expect.fail('the database was asked')
      await keepLimits({ query } as never, limits)
    })
  })

  test('two transactions that enter the same keys do so one after the other, in whatever order they name them', async () => {
    const enter = (...keys: string[]) =>
      inTransaction(database.engine, async tx => {
        const limits = await takeLimits(tx, keys)
        for (const key of keys) limits.enter(key)
        await keepLimits(tx, limits)
      })
    await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? enter('x', 'y') : enter('y', 'x'))))
    expect(await stored()).toMatchObject({ x: 12, y: 12 })
  })
})
