import { findImportPoints } from '../support/fault-points.ts'
import { killImport } from '../support/kill-imports.ts'
import { GUESTS, killSchedules, scheduled } from '../support/kill-schedules.ts'
import type { Proof } from './proof.ts'

const worst = (faults: readonly string[]) =>
  faults.length === 0 ? '0 lost, 0 doubled' : `${faults.length} faults`

export const scheduleKills: Proof = {
  name: 'schedule-kills',
  promise:
    'killed at every point while a date, an absence, a segment or a broadcast starts runs: one run for every guest',
  async run({ many, openGround, progress }) {
    const each = many({ quick: 1, hour: 3, whole: 20 })
    const faults: string[] = []
    let kills = 0
    for (const trigger of scheduled) {
      const ground = await openGround({ guests: GUESTS })
      const tried = await killSchedules(ground, trigger, each, progress)
      faults.push(...tried.faults)
      kills += tried.kills
      await ground.close()
    }
    return { tried: `${scheduled.length} triggers, ${kills} kills`, worst: worst(faults), faults }
  },
}

export const importKills: Proof = {
  name: 'import-kills',
  promise: 'killed at every point of an import of guests and of its undo: every row once',
  async run({ many, openGround, progress }) {
    const each = many({ quick: 1, hour: 3, whole: 20 })
    const points = findImportPoints()
    const faults: string[] = []
    for (const point of points) {
      progress(point)
      const ground = await openGround({ guests: 0 })
      faults.push(...(await killImport(ground, point, each)))
      await ground.close()
    }
    return {
      tried: `${points.length} points, ${2 * each * points.length} kills`,
      worst: worst(faults),
      faults,
    }
  },
}
