import { setTimeout as sleep } from 'node:timers/promises'
import { examineWithControl } from '../support/examine.ts'
import { openGround } from '../support/ground.ts'
import { ingest } from '../support/ingest.ts'
import { startKillablePostgres } from '../support/killable-postgres.ts'
import { request } from '../support/millrace.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { between, counted, inSeconds, type Proof } from './proof.ts'

export const databaseKills: Proof = {
  name: 'database-kills',
  promise:
    'PostgreSQL killed every 5 to 10 seconds, down for up to 2: every acknowledged event is there, every run finishes',
  async run({ quick, many, progress }) {
    const [killsWanted, runsWanted] = many({ quick: [2, 200], hour: [8, 1_200], whole: [30, 5_000] })
    const postgres = await startKillablePostgres()
    const ground = await openGround(postgres.database, { guests: 500, waitSeconds: 1 })
    const processes = await Promise.all(
      Array.from({ length: 2 }, () => startProcess({ databaseUrl: ground.databaseUrl })),
    )
    let over = false
    const ingesting = processes.map(({ url }) =>
      ingest(ground, { url, until: () => over, concurrency: 4, pauseMs: quick ? 5 : 300 }),
    )
    let [kills, worst, stored] = [0, 0, 0]
    while (stored < runsWanted || kills < killsWanted) {
      await sleep(quick ? 1_000 : between(5_000, 10_000))
      await postgres.kill()
      kills += 1
      await sleep(between(0, quick ? 200 : 2_000))
      await postgres.restart()
      const back = performance.now()
      for (const { url } of processes) {
        while ((await request(`${url}/readyz`)).status !== 200) await sleep(20)
      }
      worst = Math.max(worst, performance.now() - back)
      stored = (await ground.engine.query('SELECT count(*) AS n FROM runs')).rows[0].n
      progress(
        `${kills} kills, ${counted(stored)} of ${counted(runsWanted)} runs; back after ${inSeconds(worst)} at worst`,
      )
    }
    over = true
    const ingested = await Promise.all(ingesting)
    await untilFinished(ground, 120_000)
    const acknowledged = ingested.flatMap(sender => sender.acknowledged)
    const refused = ingested.flatMap(sender => sender.refused)
    const { runs, faults, control } = await examineWithControl(ground, acknowledged)
    const ended = processes.filter(process => process.hasEnded()).length
    const wrongly = refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)
    await Promise.all(processes.map(process => process.stop()))
    await ground.close()
    await postgres.close()
    return {
      tried: `${kills} kills, ${counted(acknowledged.length)} acknowledged, ${counted(runs)} runs, ${counted(refused.length)} answered 503`,
      worst: `ready ${inSeconds(worst)} after PostgreSQL`,
      control,
      faults: [
        ...faults,
        ...(ended > 0 ? [`${ended} of our processes ended`] : []),
        ...wrongly.slice(0, 3).map(({ status, text }) => `answered ${status} without Retry-After: ${text}`),
      ],
    }
  },
}
