import { inTransaction } from '../../server/src/db/database.ts'
import { toImport } from '../../server/src/jobs/import/import-row.ts'
import {
  addPart,
  createImport,
  readImport,
  startImport,
  undoImport,
} from '../../server/src/jobs/import/imports.ts'
import type { Ground } from './ground.ts'
import { eventually } from './millrace.ts'
import { launchProcess, startProcess } from './processes.ts'

/** More portions than kills, so that each kill hits one. */
export const rowsFor = (kills: number) => 250 * (kills + 2)

const importOf = ({ engine, organisationId }: Ground, importId: string) => ({
  place: { organisationId, importId },
  read: async () => toImport((await readImport(engine, { organisationId, importId })) as never),
})

async function sendFile({ engine, organisationId }: Ground, many: number): Promise<string> {
  const rows = Array.from(
    { length: many },
    (_, index) => `guest${index}@example.com,Guest ${index},${index % 2 === 0 ? 'even' : ''}\n`,
  )
  return inTransaction(engine, async tx => {
    const { id } = await createImport(tx, organisationId, { format: 'csv' }, 'test')
    await addPart(tx, { organisationId, importId: id }, 0, Buffer.from(`email,name,tags\n${rows.join('')}`))
    return id
  })
}

/** Workers die at the point one after the other, each with a portion in its hands; another one does the rest. */
async function killAndFinish(
  ground: Ground,
  faultPoint: string,
  most: number,
  isOver: () => Promise<boolean>,
): Promise<string[]> {
  const faults: string[] = []
  const { databaseUrl, engine } = ground
  const roles = ['worker'] as const
  // What the dead one had taken is free at once, as it would be after the lease.
  const free = () => engine.query("UPDATE undertakings SET leased_until = now() WHERE status = 'running'")
  for (let kills = 0; kills < most; kills += 1) {
    await free()
    const dying = await launchProcess({ databaseUrl, faultPoint, roles })
    const { signal } = await dying.ended
    if (signal !== 'SIGKILL' || (await isOver())) faults.push(`${faultPoint}: ended with ${signal}, too late`)
  }
  await free()
  const heir = await startProcess({ databaseUrl, roles })
  await eventually(isOver, over => over)
  await heir.stop()
  return faults
}

/**
 * Imports a file and undoes it, while workers are killed so often at the point in each of the two. Returns what is wrong then.
 */
export async function killImport(ground: Ground, faultPoint: string, kills: number): Promise<string[]> {
  const { engine, organisationId } = ground
  const many = rowsFor(kills)
  const { place, read } = importOf(ground, await sendFile(ground, many))
  await inTransaction(engine, tx => startImport(tx, place, false, 'test'))
  const faults = await killAndFinish(
    ground,
    faultPoint,
    kills,
    async () => (await read()).status !== 'importing',
  )
  const expectSame = (what: unknown, wanted: unknown) => {
    if (JSON.stringify(what) !== JSON.stringify(wanted)) faults.push(`${faultPoint}: ${JSON.stringify(what)}`)
  }
  const imported = await read()
  const { rows: counted, created, changed, unchanged, refused } = imported.counts
  expectSame(
    [imported.status, counted, created, changed, unchanged, refused],
    ['imported', many, many, 0, 0, 0],
  )
  const { rows } = await engine.query(
    `SELECT count(*)::int AS guests, count(DISTINCT email)::int AS addresses,
            count(*) FILTER (WHERE tags = '{even}')::int AS even,
            (SELECT count(*)::int FROM guest_import_changes WHERE organisation_id = $1) AS undoable
     FROM guests WHERE organisation_id = $1`,
    [organisationId],
  )
  expectSame(rows, [{ guests: many, addresses: many, even: many / 2, undoable: many }])
  await inTransaction(engine, tx => undoImport(tx, place, 'test'))
  faults.push(
    ...(await killAndFinish(ground, faultPoint, kills, async () => (await read()).status !== 'undoing')),
  )
  const { status, undo } = await read()
  expectSame([status, undo?.deleted, undo?.restored, undo?.kept], ['undone', many, 0, 0])
  const left = await engine.query('SELECT FROM guests WHERE organisation_id = $1', [organisationId])
  expectSame(left.rowCount, 0)
  return faults
}
