import { setTimeout as sleep } from 'node:timers/promises'
import { examineWithControl } from '../support/examine.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { between, counted, inSeconds, type Proof } from './proof.ts'

export const restarts: Proof = {
  name: 'restarts',
  promise:
    'SIGTERM under load, again and again: no request fails that was let in, each ends within 10 seconds, nothing is lost',
  async run({ many, openGround, progress }) {
    const times = many({ quick: 3, hour: 15, whole: 50 })
    const ground = await openGround({ guests: 200, waitSeconds: 1 })
    const { databaseUrl } = ground
    const acknowledged: Acknowledged[] = []
    const faults: string[] = []
    let worst = 0
    const heir = await startProcess({ databaseUrl, roles: ['worker'] })
    for (let time = 1; time <= times; time++) {
      const millrace = await startProcess({ databaseUrl })
      const ingesting = ingest(ground, { url: millrace.url, until: millrace.hasEnded, concurrency: 20 })
      await sleep(between(200, 800))
      const began = performance.now()
      const { code, at } = await millrace.stop()
      worst = Math.max(worst, at - began)
      const ingested = await ingesting
      acknowledged.push(...ingested.acknowledged)
      if (code !== 0) faults.push(`it ended with ${code}`)
      faults.push(...ingested.refused.map(({ status, text }) => `answered ${status} ${text}`))
      faults.push(...ingested.unanswered)
      progress(`${time} of ${times}, ${counted(acknowledged.length)} acknowledged, ${faults.length} failed`)
    }
    await untilFinished(ground)
    const examined = await examineWithControl(ground, acknowledged)
    await heir.stop()
    await ground.close()
    if (worst >= 10_000) faults.push(`it took ${inSeconds(worst)} to end`)
    return {
      tried: `${times} times, ${counted(acknowledged.length)} acknowledged`,
      worst: `ended after ${inSeconds(worst)}`,
      control: examined.control,
      faults: [...faults.slice(0, 5), ...examined.faults],
    }
  },
}
