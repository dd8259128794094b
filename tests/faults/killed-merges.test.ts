import { afterAll, describe, expect, test } from 'vitest'
import { findMergePoints } from '../support/fault-points.ts'
import { openGround } from '../support/ground.ts'
import { killDuringMerge } from '../support/kill-merges.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'

afterAll(killProcesses)

describe('a process that is killed with SIGKILL', () => {
  test('at any point has merged two guests, or undone it, as a whole or not at all', async () => {
    const ground = await openGround(await createTestDatabase(), { guests: 0 })
    const living = await startProcess({ databaseUrl: ground.databaseUrl })
    const points = findMergePoints()
    expect(points).toEqual(expect.arrayContaining(['merge:committed', 'merge:moved', 'unmerge:written']))
    for (const point of points) expect(await killDuringMerge(ground, living, point)).toEqual([])
    await living.stop()
    await ground.close()
  })
})
