import { findMergePoints } from '../support/fault-points.ts'
import { killDuringMerge } from '../support/kill-merges.ts'
import { startProcess } from '../support/processes.ts'
import type { Proof } from './proof.ts'

export const mergeKills: Proof = {
  name: 'merge-kills',
  promise: 'killed at every point of a merge of two guests and of its undo: done as a whole, or not at all',
  async run({ many, openGround, progress }) {
    const rounds = many({ quick: 1, hour: 4, whole: 20 })
    const points = findMergePoints()
    const ground = await openGround({ guests: 0 })
    const living = await startProcess({ databaseUrl: ground.databaseUrl })
    const faults: string[] = []
    for (let round = 0; round < rounds; round++) {
      for (const point of points) {
        progress(`round ${round + 1} of ${rounds}, ${point}`)
        faults.push(...(await killDuringMerge(ground, living, point)))
      }
    }
    await living.stop()
    await ground.close()
    return {
      tried: `${points.length} points, ${rounds * points.length} kills`,
      worst: faults.length === 0 ? '0 lost, 0 doubled' : `${faults.length} faults`,
      faults,
    }
  },
}
