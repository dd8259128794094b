import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enter, look, recall, STRICT_LIMIT, STRICT_WINDOW, type StrictLog } from './strict-log.ts'

const now = 1_000 * STRICT_WINDOW

describe('what is recalled', () => {
  test('is the log itself while nothing in it is too old or ahead', () => {
    const log = [now - STRICT_WINDOW + 1, now - 5, now]
    expect(recall(log, now)).toBe(log)
    const none: StrictLog = []
    expect(recall(none, now)).toBe(none)
  })

  test('leaves out what is exactly a window old', () => {
    expect(recall([now - STRICT_WINDOW, now - STRICT_WINDOW + 1], now)).toEqual([now - STRICT_WINDOW + 1])
  })

  test('counts what lies ahead of the clock as now', () => {
    expect(recall([now - 1, now + 1], now)).toEqual([now - 1, now])
  })
})

describe('a look', () => {
  const full = Array.from({ length: STRICT_LIMIT }, (_, n) => now - 1_000 + n)

  test('counts the place that is about to be taken', () => {
    expect(look([], now)).toEqual({ admitted: true, remaining: 19, wait: 0 })
    expect(look(full.slice(1), now)).toEqual({ admitted: true, remaining: 0, wait: 0 })
  })

  test('waits for the place that becomes free first', () => {
    expect(look(full, now)).toEqual({ admitted: false, remaining: 0, wait: STRICT_WINDOW - 1_000 })
  })

  test('waits until fewer than the limit are left, where a log holds more', () => {
    expect(look([now - 2_000, ...full], now).wait).toBe(STRICT_WINDOW - 1_000)
  })
})

test('no window of a minute ever admits more than 20, and who waits as long as was said is admitted', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: STRICT_WINDOW / 8 }), { maxLength: 80 })
  fc.assert(
    fc.property(pauses, given => {
      let at = now
      let log: StrictLog = []
      const admitted: number[] = []
      for (const pause of given) {
        at += pause
        log = recall(log, at)
        const { admitted: free, wait } = look(log, at)
        if (!free) {
          expect(wait).toBeGreaterThan(0)
          expect(look(recall(log, at + wait - 1), at + wait - 1).admitted).toBe(false)
          expect(look(recall(log, at + wait), at + wait).admitted).toBe(true)
          continue
        }
        log = enter(log, at)
        admitted.push(at)
        const within = admitted.filter(earlier => earlier > at - STRICT_WINDOW)
        expect(within.length).toBeLessThanOrEqual(STRICT_LIMIT)
      }
    }),
  )
})
