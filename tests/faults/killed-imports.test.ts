import { afterAll, describe, expect, test } from 'vitest'
import { findImportPoints } from '../support/fault-points.ts'
import { openGround } from '../support/ground.ts'
import { killImport, rowsFor } from '../support/kill-imports.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses } from '../support/processes.ts'
import { record } from '../support/takeover.ts'
import { someOf } from '../support/trials.ts'

/** Kills at each point while it imports, and as many while it is undone. */
const KILLS = 2

afterAll(killProcesses)

describe('a process that is killed with SIGKILL', () => {
  test.each(someOf(findImportPoints(), 1))(
    'at %s imports every row once, and undoes it once',
    async faultPoint => {
      const ground = await openGround(await createTestDatabase(), { guests: 0 })
      expect(await killImport(ground, faultPoint, KILLS)).toEqual([])
      record(`${faultPoint}: ${2 * KILLS} kills, ${rowsFor(KILLS)} rows, 0 lost, 0 doubled`)
      await ground.close()
    },
  )
})
