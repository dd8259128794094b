import { examineWithControl } from '../support/examine.ts'
import { findRunPoints } from '../support/fault-points.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { launchProcess, type Process, startProcess } from '../support/processes.ts'
import { PROMISED_MS, untilAllContinued, untilFinished } from '../support/takeover.ts'
import { counted, inSeconds, type Proof } from './proof.ts'

export const faultPoints: Proof = {
  name: 'fault-points',
  promise:
    'killed at every named point, many times, with a backlog: nothing lost, nothing repeated, on within 15 s',
  async run({ many, openGround, progress }) {
    const rounds = many({ quick: 1, hour: 2, whole: 20 })
    const points = findRunPoints()
    const ground = await openGround({ guests: 200, waitSeconds: 1 })
    const { databaseUrl } = ground
    const front = await startProcess({ databaseUrl, roles: ['api'] })
    const acknowledged: Acknowledged[] = []
    const faults: string[] = []
    let [kills, worst] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      for (const faultPoint of points) {
        progress(`round ${round + 1} of ${rounds}, ${faultPoint}; the worst so far ${inSeconds(worst)}`)
        // Nobody works yet: the one that dies takes it all, and dies with a whole batch in its hands.
        acknowledged.push(
          ...(await ingest(ground, { url: front.url, count: 100, concurrency: 20 })).acknowledged,
        )
        const dying = await launchProcess({ databaseUrl, faultPoint, roles: ['worker'] })
        const { signal, at } = await dying.ended
        if (signal !== 'SIGKILL') faults.push(`${faultPoint}: ended with ${signal}`)
        kills += 1
        const heir: Process = await startProcess({ databaseUrl, roles: ['worker'] })
        worst = Math.max(worst, (await untilAllContinued(ground, at)).continuedAfter)
        await untilFinished(ground)
        await heir.stop()
      }
    }
    const examined = await examineWithControl(ground, acknowledged)
    await front.stop()
    await ground.close()
    if (worst >= PROMISED_MS) faults.push(`runs continued after ${inSeconds(worst)}`)
    return {
      tried: `${points.length} points, ${kills} kills, ${counted(examined.runs)} runs`,
      worst: `continued after ${inSeconds(worst)}`,
      control: examined.control,
      faults: [...faults, ...examined.faults],
    }
  },
}
