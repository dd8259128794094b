import { afterAll, expect, test } from 'vitest'
import { openGround } from '../support/ground.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses } from '../support/processes.ts'
import { isSwitchedOff, vendorManners } from '../support/vendor-manners.ts'
import { vendorStorm } from '../support/vendor-storm.ts'

afterAll(killProcesses)

test('the orders of every vendor make their events once, although the server is killed, and no vendor gives up or switches off', async () => {
  const ground = await openGround(await createTestDatabase(), { guests: 0 })
  const { vendors, kills, deliveries, attempts, faults } = await vendorStorm(ground, { orders: 2, kills: 1 })
  expect(faults).toEqual([])
  expect({ vendors, kills }).toEqual({ vendors: 14, kills: 1 })
  // Otherwise nothing was sent while the server was away.
  expect(attempts).toBeGreaterThan(deliveries)
  await ground.close()
})

test('the control: a vendor that gets the errors it documents switches the connection off', () => {
  const errors = (count: number, status: number | undefined, everyMs: number) =>
    Array.from({ length: count }, (_, number) => ({ status, at: number * everyMs }))
  const off = (vendor: string, ...seen: Parameters<typeof errors>) =>
    isSwitchedOff(vendorManners[vendor] ?? {}, errors(...seen), 1_000)
  expect(off('toast', 50, undefined, 10)).toBe(true)
  expect(off('toast', 49, 500, 10)).toBe(false)
  expect(off('toast', 50, 500, 200)).toBe(false)
  expect(off('typeform', 1, 410, 0)).toBe(true)
  expect(off('typeform', 100, 503, 0)).toBe(false)
  expect(off('toast', 0, 500, 0)).toBe(false)
})
