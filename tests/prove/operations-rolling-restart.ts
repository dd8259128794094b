import { setTimeout as sleep } from 'node:timers/promises'
import { examine } from '../support/examine.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { freePort } from '../support/millrace.ts'
import { type Process, startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { failuresOf } from './operations-failures.ts'
import { startNginx } from './operations-nginx.ts'
import { between, counted, inSeconds, type Proof } from './proof.ts'

/** How often a process is killed before the control counts as unnoticed. */
const MOST_KILLS = 20

export const rollingRestart: Proof = {
  name: 'rolling-restart',
  promise:
    'two processes behind nginx as deploy/nginx.conf has it, restarted one after the other under load: no request fails',
  async run({ quick, openGround, progress }) {
    const times = quick ? 2 : 20
    const ground = await openGround({ guests: 200, waitSeconds: 1 })
    const { databaseUrl } = ground
    const ports = [await freePort(), await freePort()] as const
    const start = (port: number) => startProcess({ databaseUrl, port })
    const processes: Process[] = await Promise.all(ports.map(start))
    const nginx = await startNginx(ports)
    const failed: string[] = []
    const acknowledged: Acknowledged[] = []
    let worst = 0

    let over = false
    const ingesting = ingest(ground, { url: nginx.url, until: () => over, concurrency: 20 })
    for (let time = 1; time <= times; time++) {
      for (const [place, port] of ports.entries()) {
        await sleep(between(200, 600))
        const began = performance.now()
        const { code, at } = await (processes[place] as Process).stop()
        worst = Math.max(worst, at - began)
        if (code !== 0) failed.push(`a process ended with ${code}`)
        processes[place] = await start(port)
      }
      progress(`${time} of ${times} rounds, the slowest stop ${inSeconds(worst)}`)
    }
    over = true
    const ingested = await ingesting
    acknowledged.push(...ingested.acknowledged)
    failed.push(...failuresOf(ingested))

    progress('the control: killed instead of stopped')
    let [kills, noticed] = [0, 0]
    while (noticed === 0 && kills < MOST_KILLS) {
      let killed = false
      const watched = ingest(ground, { url: nginx.url, until: () => killed, concurrency: 20 })
      await sleep(between(200, 600))
      await (processes[0] as Process).kill()
      kills += 1
      await sleep(200)
      killed = true
      const seen = await watched
      acknowledged.push(...seen.acknowledged)
      noticed += failuresOf(seen).length
      processes[0] = await start(ports[0])
    }

    await untilFinished(ground)
    const examined = await examine(ground, acknowledged)
    await nginx.stop()
    await Promise.all(processes.map(process => process.stop()))
    await ground.close()
    return {
      tried: `${times * 2} restarts, ${counted(ingested.acknowledged.length)} acknowledged`,
      worst: `stopped after ${inSeconds(worst)}; control: ${counted(noticed)} failed after ${kills} ${kills === 1 ? 'kill' : 'kills'}`,
      faults: [
        ...failed.slice(0, 5),
        ...(failed.length > 5 ? [`${failed.length - 5} more`] : []),
        ...(noticed === 0
          ? ['no request failed when processes were killed: the proof would notice nothing']
          : []),
        ...examined.faults,
      ],
    }
  },
}
