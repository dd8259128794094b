import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../server/src/db/migrate.ts'
import { examine } from '../support/examine.ts'
import { freePort } from '../support/free-port.ts'
import { ingest } from '../support/ingest.ts'
import { type Process, startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { openMachine, postgresql } from './operations-cluster.ts'
import { failuresOf } from './operations-failures.ts'
import { nginx, startNginx } from './operations-nginx.ts'
import { unpackPreviousRelease } from './operations-previous-release.ts'
import { counted, inSeconds, type Proof } from './proof.ts'

export const upgrade: Proof = {
  name: 'upgrade',
  promise:
    'migrated while the previous release serves, then restarted process by process behind nginx: no request fails, and both releases work side by side',
  needs: [postgresql, nginx],
  async run({ many, progress }) {
    const whileMs = many({ quick: 1_000, hour: 5_000, whole: 10_000 })
    const previous = unpackPreviousRelease()
    const machine = await openMachine()
    const { database } = await machine.initialise({})
    const ports = [await freePort(), await freePort()] as const
    const old = [join(previous.folder, 'tests/support/process-under-test.ts'), 'api,worker']
    const startOld = (port: number) => startProcess({ databaseUrl: database.url, port, program: old })
    // One after the other: the first makes the schema.
    const processes: Process[] = [await startOld(ports[0]), await startOld(ports[1])]
    const proxy = await startNginx(ports)
    // Its own way to make organisations and workflows, since the schema is its own, too.
    const { openGround } = (await import(
      join(previous.folder, 'tests/support/ground.ts')
    )) as typeof import('../support/ground.ts')
    const ground = await openGround(database, { guests: 200, waitSeconds: 1 })

    let over = false
    const ingesting = ingest(ground, { url: proxy.url, until: () => over, concurrency: 16 })
    await sleep(whileMs)
    progress('migrating')
    const began = performance.now()
    await migrate(database.connection)
    const took = performance.now() - began
    await sleep(whileMs)
    for (const [place, port] of ports.entries()) {
      progress(`restarting ${place + 1} of 2`)
      await (processes[place] as Process).stop()
      processes[place] = await startProcess({ databaseUrl: database.url, port })
      await sleep(whileMs)
    }
    over = true
    const ingested = await ingesting
    await untilFinished(ground)
    const examined = await examine(ground, ingested.acknowledged)

    progress('the control: a change that the releases cannot work with')
    await ground.engine.query('ALTER TABLE events RENAME COLUMN receipt TO another')
    const noticed = failuresOf(await ingest(ground, { url: proxy.url, count: 50 })).length
    await proxy.stop()
    await Promise.all(processes.map(process => process.stop()))
    await ground.close()
    await machine.close()
    await previous.close()
    const failed = failuresOf(ingested)
    return {
      tried: `from ${previous.commit} over ${previous.migrations.join(', ')}, ${counted(ingested.acknowledged.length)} acknowledged`,
      worst: `migrated in ${inSeconds(took)}`,
      control: `${counted(noticed)} failed after a change that it cannot work with`,
      faults: [
        ...failed.slice(0, 5),
        ...examined.faults,
        ...(noticed === 0 ? ['no request failed in the control: the proof would notice nothing'] : []),
      ],
    }
  },
}
