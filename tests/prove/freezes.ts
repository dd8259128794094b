import { setTimeout as sleep } from 'node:timers/promises'
import { examineWithControl } from '../support/examine.ts'
import { ingest } from '../support/ingest.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { between, counted, oneOf, type Proof } from './proof.ts'

export const freezes: Proof = {
  name: 'freezes',
  promise:
    'workers frozen at random, for less and for more than their lease, write over nothing when they wake up',
  async run({ many, openGround, progress }) {
    const freezesWanted = many({ quick: 2, hour: 16, whole: 60 })
    const ground = await openGround({ guests: 200, waitSeconds: 1 })
    const { databaseUrl } = ground
    const front = await startProcess({ databaseUrl, roles: ['api', 'worker'] })
    const workers = await Promise.all(
      Array.from({ length: 4 }, () => startProcess({ databaseUrl, roles: ['worker'] })),
    )
    let frozen = 0
    const freezing = workers.map(async worker => {
      while (frozen < freezesWanted) {
        frozen += 1
        await sleep(between(100, 1_000))
        worker.signal('SIGSTOP')
        // Around the 5 seconds of an idle transaction, the 10 of a claim, and well beyond.
        const ms = oneOf([
          between(500, 4_000),
          between(4_500, 6_000),
          between(9_000, 11_500),
          between(12_000, 18_000),
        ])
        await sleep(ms)
        worker.signal('SIGCONT')
        progress(`${Math.min(frozen, freezesWanted)} of ${freezesWanted} freezes`)
      }
    })
    let over = false
    const ingesting = ingest(ground, { url: front.url, until: () => over, concurrency: 4, pauseMs: 20 })
    await Promise.all(freezing)
    over = true
    const { acknowledged } = await ingesting
    await untilFinished(ground, 120_000)
    // Whatever they still had to write.
    await sleep(2_000)
    const { runs, faults, control } = await examineWithControl(ground, acknowledged)
    const ended = workers.filter(worker => worker.hasEnded()).length
    await Promise.all([front, ...workers].map(process => process.stop()))
    await ground.close()
    return {
      tried: `${frozen} freezes of 0.5 to 18 s, ${counted(runs)} runs`,
      worst: `${faults.length} stale writes`,
      control,
      faults: [...faults, ...(ended > 0 ? [`${ended} of our processes ended`] : [])],
    }
  },
}
