import { afterAll, expect, test } from 'vitest'
import { openGround } from '../support/ground.ts'
import { GUESTS, killSchedules, scheduled } from '../support/kill-schedules.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses } from '../support/processes.ts'
import { record } from '../support/takeover.ts'
import { someOf } from '../support/trials.ts'

afterAll(killProcesses)

test.each(someOf(scheduled, 2))(
  'processes that are killed while %s starts runs start one for every guest',
  async trigger => {
    const ground = await openGround(await createTestDatabase(), { guests: GUESTS })
    try {
      const { kills, faults } = await killSchedules(ground, trigger, 1)
      expect(faults).toEqual([])
      expect(kills).toBeGreaterThan(1)
      record(`${trigger}: ${kills} kills, ${GUESTS} guests, ${GUESTS} runs, 0 twice`)
    } finally {
      await ground.close()
    }
  },
)
