import { migrate } from '../../server/src/db/migrate.ts'
import { examine } from '../support/examine.ts'
import { openGround } from '../support/ground.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { eventually } from '../support/millrace.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { type Cluster, openMachine, postgresql } from './operations-cluster.ts'
import { counted, inSeconds, type Proof } from './proof.ts'

export const restore: Proof = {
  name: 'restore',
  promise:
    'restored to a moment from a backup and the archived log, while runs were under way: every event acknowledged until then is there, and every run finishes',
  needs: [postgresql],
  async run({ quick, progress }) {
    const machine = await openMachine()
    const primary = await machine.initialise({
      archive_mode: 'on',
      archive_command: `test ! -f ${machine.archive}/%f && cp %p ${machine.archive}/%f`,
    })
    await migrate(primary.database.connection)
    const ground = await openGround(primary.database, { guests: 200, waitSeconds: quick ? 3 : 20 })
    const { databaseUrl } = ground
    const millrace = await startProcess({ databaseUrl })
    const ingestFor = async (ms: number): Promise<Acknowledged[]> => {
      const until = performance.now() + ms
      return (await ingest(ground, { url: millrace.url, until: () => performance.now() > until }))
        .acknowledged
    }

    progress('taking a backup under load')
    const [during, backup] = await Promise.all([ingestFor(quick ? 1_000 : 5_000), machine.backUp(primary)])
    const afterBackup = await ingestFor(quick ? 1_000 : 10_000)
    const moment = (await primary.ask<{ at: string }>('SELECT clock_timestamp()::text AS at'))[0]
      ?.at as string
    const afterMoment = await ingestFor(1_000)
    await archiveAll(primary)
    await millrace.kill()
    await primary.crash()

    progress('restoring')
    const began = performance.now()
    const restored = await backup.restore('recovery', {
      restore_command: `cp ${machine.archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
      archive_mode: 'off',
    })
    await restored.start()
    const heir = await startProcess({ databaseUrl })
    const took = performance.now() - began
    await untilFinished(ground, 120_000)
    const acknowledged = [...during, ...afterBackup]
    const { runs, faults } = await examine(ground, acknowledged)
    const tooLate = await countStored(restored, afterMoment)
    await heir.stop()
    await restored.stop()

    progress('the control: the backup without the archived log')
    const bare = await backup.restore('recovery', { restore_command: 'false', archive_mode: 'off' })
    await bare.start()
    const lost = acknowledged.length - (await countStored(bare, acknowledged))
    await ground.close()
    await machine.close()
    return {
      tried: `PostgreSQL ${machine.version}, ${counted(acknowledged.length)} acknowledged until the moment, ${counted(runs)} runs`,
      worst: `serving again ${inSeconds(took)} after the restore began`,
      control: `${counted(lost)} lost without the archived log`,
      faults: [
        ...faults,
        ...(tooLate > 0 ? [`${tooLate} events of after the moment are there`] : []),
        ...(lost === 0 ? ['the control lost nothing, so this proof would not notice a loss'] : []),
      ],
    }
  },
}

/** The file that is being written is closed, and everything up to it is in the archive. */
async function archiveAll(primary: Cluster): Promise<void> {
  const last = (await primary.ask<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file'))[0]
    ?.file as string
  await eventually(
    () => primary.ask<{ file: string }>('SELECT last_archived_wal AS file FROM pg_stat_archiver'),
    found => (found[0]?.file ?? '') >= last,
    60_000,
  )
}

async function countStored(cluster: Cluster, acknowledged: readonly Acknowledged[]): Promise<number> {
  const ids = acknowledged.map(({ eventId }) => `'${eventId}'`).join(',')
  const [row] = await cluster.ask<{ n: string }>(
    `SELECT count(*) AS n FROM millrace.events WHERE id IN (${ids || 'NULL'})`,
  )
  return Number(row?.n)
}
