import { afterAll, expect, test } from 'vitest'
import { openGround } from '../support/ground.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses } from '../support/processes.ts'
import { vendorStorm } from '../support/vendor-storm.ts'

afterAll(killProcesses)

test('the orders of every vendor make their events once, although the server is killed, and no vendor gives up', async () => {
  const ground = await openGround(await createTestDatabase(), { guests: 0 })
  const { vendors, kills, deliveries, attempts, faults } = await vendorStorm(ground, { orders: 2, kills: 1 })
  expect(faults).toEqual([])
  expect({ vendors, kills }).toEqual({ vendors: 14, kills: 1 })
  // Otherwise nothing was sent while the server was away.
  expect(attempts).toBeGreaterThan(deliveries)
  await ground.close()
})
