import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../server/src/db/migrate.ts'
import { type Examination, examine } from '../support/examine.ts'
import { freePort } from '../support/free-port.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { ingest } from '../support/ingest.ts'
import { eventually, request } from '../support/millrace.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { type Cluster, type Machine, openMachine, postgresql } from './operations-cluster.ts'
import { counted, inSeconds, type Proof } from './proof.ts'

export const standby: Proof = {
  name: 'standby',
  promise:
    'the primary dies under load and its synchronous standby takes over: no acknowledged event is lost, and the processes continue by themselves',
  needs: [postgresql],
  async run({ quick, many, progress }) {
    const times = many({ quick: 1, hour: 2, whole: 10 })
    const machine = await openMachine()
    let [acknowledged, worst] = [0, 0]
    const faults: string[] = []
    for (let time = 1; time <= times; time++) {
      const tried = await failOver(machine, { synchronous: true, loadMs: quick ? 1_000 : 4_000 })
      acknowledged += tried.acknowledged
      worst = Math.max(worst, tried.away)
      faults.push(...tried.examined.faults)
      progress(
        `${time} of ${times}, ${counted(acknowledged)} acknowledged, away ${inSeconds(worst)} at worst`,
      )
    }
    progress('the control: a standby that is behind')
    const control = await failOver(machine, { synchronous: false, loadMs: 1_000 })
    const noticed = control.examined.faults.filter(fault => fault.includes('is lost')).length
    await machine.close()
    return {
      tried: `PostgreSQL ${machine.version}, ${times} ${times === 1 ? 'time' : 'times'}, ${counted(acknowledged)} acknowledged`,
      worst: `away ${inSeconds(worst)}`,
      control: `${counted(noticed)} sorts of loss with a standby that is behind`,
      faults: [
        ...faults,
        ...(noticed === 0 ? ['the control lost nothing, so this proof would not notice a loss'] : []),
      ],
    }
  },
}

interface Tried {
  readonly acknowledged: number
  /** Milliseconds between the crash and the moment at which both processes were ready again. */
  readonly away: number
  readonly examined: Examination
}

async function failOver(
  machine: Machine,
  { synchronous, loadMs }: { synchronous: boolean; loadMs: number },
): Promise<Tried> {
  const primary = await machine.initialise({})
  await migrate(primary.database.connection)
  const ground = await openGround(primary.database, { guests: 200, waitSeconds: 2 })
  const follower = await follow(machine, primary)
  if (synchronous) {
    await primary.change({ synchronous_standby_names: 'standby' })
    await untilFollowing(primary, 'sync')
  }
  const processes = await Promise.all([1, 2].map(() => startProcess({ databaseUrl: ground.databaseUrl })))
  let over = false
  const ingesting = processes.map(({ url }) =>
    ingest(ground, { url, until: () => over, concurrency: 4, pauseMs: 5 }),
  )
  await sleep(loadMs)
  if (!synchronous) {
    const [sender] = await primary.ask<{ pid: number }>('SELECT pid FROM pg_stat_replication')
    process.kill(sender?.pid as number, 'SIGSTOP')
    await sleep(loadMs)
  }
  const crashed = performance.now()
  await primary.crash()
  await follower.promote()
  // It takes over the address of the primary, as a virtual address or a name would move.
  await follower.stop()
  await follower.start(primary.database.connection.port)
  for (const { url } of processes) await untilReady(url)
  const away = performance.now() - crashed
  await sleep(loadMs)
  over = true
  const acknowledged = (await Promise.all(ingesting)).flatMap(sender => sender.acknowledged)
  await untilFinished(ground, 120_000)
  const examined = await examine(ground, acknowledged)
  await endAll(ground, processes, follower)
  return { acknowledged: acknowledged.length, away, examined }
}

async function follow(machine: Machine, primary: Cluster): Promise<Cluster> {
  const { host, port, user, password } = primary.database.connection
  const backup = await machine.backUp(primary)
  const follower = await backup.restore('standby', {
    primary_conninfo: `host=${host} port=${port} user=${user} password=${password} application_name=standby`,
  })
  await follower.start(await freePort())
  await untilFollowing(primary, 'async')
  return follower
}

async function untilFollowing(primary: Cluster, state: 'sync' | 'async'): Promise<void> {
  await eventually(
    () =>
      primary.ask<{ state: string; sync_state: string }>('SELECT state, sync_state FROM pg_stat_replication'),
    rows => rows.some(row => row.state === 'streaming' && row.sync_state === state),
    60_000,
  )
}

async function untilReady(url: string): Promise<void> {
  await eventually(
    () => request(`${url}/readyz`).catch(() => undefined),
    answer => answer?.status === 200,
    60_000,
  )
}

async function endAll(
  ground: Ground,
  processes: readonly { stop(): Promise<unknown> }[],
  follower: Cluster,
): Promise<void> {
  await Promise.all(processes.map(process => process.stop()))
  await ground.close()
  await follower.stop()
}
