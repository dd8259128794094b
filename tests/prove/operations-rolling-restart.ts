import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { examine } from '../support/examine.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { untilFinished } from '../support/takeover.ts'
import { failuresOf } from './operations-failures.ts'
import { type HeldSocket, holdSocket, type Served } from './operations-held-socket.ts'
import { nginx, startNginx } from './operations-nginx.ts'
import { between, counted, inSeconds, type Outcome, type Proof, type Trial } from './proof.ts'

/** How often a process is killed before the control counts as unnoticed. */
const MOST_KILLS = 20

export const rollingRestart: Proof = {
  name: 'rolling-restart',
  promise:
    'two processes behind nginx as deploy/nginx.conf has it, with sockets that outlive them, restarted one after the other under load: no request fails',
  needs: [nginx],
  async run(trial) {
    const sockets = [await holdSocket(), await holdSocket()] as const
    const folder = await mkdtemp(join(tmpdir(), 'millrace-rolling-'))
    try {
      return await restartInTurn(trial, sockets, folder)
    } finally {
      for (const socket of sockets) socket.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function restartInTurn(
  { many, openGround, progress }: Trial,
  sockets: readonly [HeldSocket, HeldSocket],
  folder: string,
): Promise<Outcome> {
  const times = many({ quick: 2, hour: 6, whole: 20 })
  const ground = await openGround({ guests: 200, waitSeconds: 1 })
  const start = (socket: HeldSocket) =>
    socket.serve({ DATABASE_URL: ground.databaseUrl, MILLRACE_DATA_DIR: join(folder, String(socket.port)) })
  const processes: Served[] = await Promise.all(sockets.map(start))
  const proxy = await startNginx([sockets[0].port, sockets[1].port])
  const failed: string[] = []
  const acknowledged: Acknowledged[] = []
  let worst = 0

  let over = false
  const ingesting = ingest(ground, { url: proxy.url, until: () => over, concurrency: 20 })
  for (let time = 1; time <= times; time++) {
    for (const [place, socket] of sockets.entries()) {
      await sleep(between(200, 600))
      const began = performance.now()
      const { code, complaint } = await (processes[place] as Served).end('SIGTERM')
      worst = Math.max(worst, performance.now() - began)
      if (code !== 0) failed.push(`a process ended with ${code}: ${complaint}`)
      processes[place] = await start(socket)
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
    const watched = ingest(ground, { url: proxy.url, until: () => killed, concurrency: 20 })
    await sleep(between(200, 600))
    await (processes[0] as Served).end('SIGKILL')
    kills += 1
    // What waits in its queue is answered by the next one.
    processes[0] = await start(sockets[0])
    killed = true
    const seen = await watched
    acknowledged.push(...seen.acknowledged)
    noticed += failuresOf(seen).length
  }

  await untilFinished(ground)
  const examined = await examine(ground, acknowledged)
  await proxy.stop()
  await Promise.all(processes.map(process => process.end('SIGTERM')))
  await ground.close()
  return {
    tried: `${times * 2} restarts, ${counted(ingested.acknowledged.length)} acknowledged`,
    worst: `stopped after ${inSeconds(worst)}`,
    control: `${counted(noticed)} failed after ${kills} ${kills === 1 ? 'kill' : 'kills'}`,
    faults: [
      ...failed.slice(0, 5),
      ...(failed.length > 5 ? [`${failed.length - 5} more`] : []),
      ...(noticed === 0
        ? ['no request failed when processes were killed: the proof would notice nothing']
        : []),
      ...examined.faults,
    ],
  }
}
