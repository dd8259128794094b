import { setTimeout as sleep } from 'node:timers/promises'
import { countUnfinished, examine } from '../support/examine.ts'
import { ingest } from '../support/ingest.ts'
import { type Process, startProcess } from '../support/processes.ts'
import { PROMISED_MS, untilAllWentOn, untilFinished } from '../support/takeover.ts'
import { between, counted, inSeconds, oneOf, type Proof } from './proof.ts'

const WORKERS = 3

export const workerKills: Proof = {
  name: 'worker-kills',
  promise: 'workers killed at random lose nothing and repeat nothing; their runs go on within 15 seconds',
  async run({ quick, openGround, progress }) {
    const [kills, runsWanted] = quick ? [5, 200] : [200, 3_000]
    const ground = await openGround({ guests: 200, waitSeconds: 1 })
    const { databaseUrl } = ground
    const worker = () => startProcess({ databaseUrl, roles: ['worker'] })
    const front = await startProcess({ databaseUrl, roles: ['api'] })
    const workers: Process[] = await Promise.all(Array.from({ length: WORKERS }, worker))
    let [killed, sent] = [0, 0]
    const ingesting = ingest(ground, {
      url: front.url,
      concurrency: 4,
      until: () => killed >= kills && ++sent > runsWanted,
      // Spread over the kills: each takes about as long as a start.
      pauseMs: Math.max(5, (4 * kills * 1_000) / runsWanted),
    })
    // Until the last worker stays, "within 15 seconds" would count the time of the next kill as well.
    while (killed < kills) {
      await sleep(between(50, 500))
      const victim = oneOf(workers)
      await victim.kill()
      workers.splice(workers.indexOf(victim), 1, await worker())
      killed += 1
      progress(`${killed} of ${kills} kills, ${counted(await countUnfinished(ground))} runs under way`)
    }
    const { acknowledged } = await ingesting
    const last = oneOf(workers)
    const { at } = await last.kill()
    const { wentOnAfter } = await untilAllWentOn(ground, at)
    await untilFinished(ground, 120_000)
    const { runs, faults } = await examine(ground, acknowledged)
    await Promise.all([front, ...workers].map(process => process.stop()))
    await ground.close()
    return {
      tried: `${killed + 1} kills, ${counted(runs)} runs, ${counted(acknowledged.length)} acknowledged`,
      worst: `went on after ${inSeconds(wentOnAfter)}`,
      faults: [
        ...faults,
        ...(wentOnAfter < PROMISED_MS ? [] : [`runs went on after ${inSeconds(wentOnAfter)}`]),
      ],
    }
  },
}
