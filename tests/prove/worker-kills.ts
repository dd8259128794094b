import { setTimeout as sleep } from 'node:timers/promises'
import { countUnfinished, examineWithControl } from '../support/examine.ts'
import { ingest } from '../support/ingest.ts'
import { type Process, startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { between, counted, oneOf, type Proof } from './proof.ts'

const WORKERS = 3

export const workerKills: Proof = {
  name: 'worker-kills',
  promise: 'workers killed at random lose nothing and repeat nothing, and every run finishes',
  async run({ many, openGround, progress }) {
    const [kills, runsWanted] = many({ quick: [5, 200], hour: [60, 1_000], whole: [200, 3_000] })
    const ground = await openGround({ guests: 200, waitSeconds: 1 })
    const { databaseUrl } = ground
    const worker = () => startProcess({ databaseUrl, roles: ['worker'] })
    const front = await startProcess({ databaseUrl, roles: ['api'] })
    const workers: Process[] = await Promise.all(Array.from({ length: WORKERS }, worker))
    let [killed, sent] = [0, 0]
    const ingesting = ingest(ground, {
      url: front.url,
      concurrency: 4,
      until() {
        sent += 1
        return killed >= kills && sent > runsWanted
      },
      // Spread over the kills, each of which takes about a second and a half.
      pauseMs: (4 * kills * 1_500) / runsWanted,
    })
    while (killed < kills) {
      await sleep(between(50, 500))
      const victim = oneOf(workers)
      await victim.kill()
      workers.splice(workers.indexOf(victim), 1, await worker())
      killed += 1
      progress(`${killed} of ${kills} kills, ${counted(await countUnfinished(ground))} runs under way`)
    }
    const { acknowledged } = await ingesting
    await untilFinished(ground, 120_000)
    const { runs, faults, control } = await examineWithControl(ground, acknowledged)
    await Promise.all([front, ...workers].map(process => process.stop()))
    await ground.close()
    return {
      tried: `${killed} kills, ${counted(runs)} runs, ${counted(acknowledged.length)} acknowledged`,
      worst: `${faults.length} lost or repeated`,
      control,
      faults,
    }
  },
}
