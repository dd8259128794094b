import { setTimeout as sleep } from 'node:timers/promises'
import { examineWithControl } from '../support/examine.ts'
import { ingest } from '../support/ingest.ts'
import { eventually } from '../support/millrace.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { counted, inSeconds, type Proof } from './proof.ts'

export const dueWaits: Proof = {
  name: 'due-waits',
  promise: 'waits that came due while nothing ran all end, each once and none early',
  async run({ many, openGround, progress }) {
    const waits = many({ quick: 300, hour: 5_000, whole: 10_000 })
    const waitSeconds = many({ quick: 5, hour: 30, whole: 60 })
    const ground = await openGround({ guests: 500, waitSeconds })
    const { databaseUrl, engine } = ground
    const first = await startProcess({ databaseUrl })
    progress(`sending ${counted(waits)} events`)
    const { acknowledged } = await ingest(ground, { url: first.url, count: waits, concurrency: 50 })
    const count = async (condition: string) =>
      (await engine.query(`SELECT count(*) AS n FROM runs WHERE ${condition}`)).rows[0].n as number
    await eventually(
      () => count(`status = 'queued'`),
      queued => queued === 0,
      60_000,
    )
    await first.kill()
    progress('waiting until all of them are due')
    await eventually(
      () => count(`status = 'waiting' AND resumes_at > now()`),
      later => later === 0,
      (waitSeconds + 5) * 1_000,
    )
    await sleep(1_000)
    const began = performance.now()
    const heirs = await Promise.all([1, 2].map(() => startProcess({ databaseUrl, roles: ['worker'] })))
    await untilFinished(ground, 120_000)
    const took = performance.now() - began
    const { runs, faults, control } = await examineWithControl(ground, acknowledged)
    await Promise.all(heirs.map(heir => heir.stop()))
    await ground.close()
    return {
      tried: `${counted(runs)} waits`,
      worst: `all had ended ${inSeconds(took)} after the start`,
      control,
      faults,
    }
  },
}
