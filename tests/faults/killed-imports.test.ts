import { afterAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { toImport } from '../../server/src/jobs/import/import-row.ts'
import {
  addPart,
  createImport,
  readImport,
  startImport,
  undoImport,
} from '../../server/src/jobs/import/imports.ts'
import { findImportPoints } from '../support/fault-points.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, launchProcess, startProcess } from '../support/processes.ts'
import { record } from '../support/takeover.ts'

/** Kills at each point while it imports, and as many while it is undone. */
const KILLS = Number(process.env.MILLRACE_IMPORT_KILLS ?? 2)
/** More portions than kills, so that each kill hits one. */
const ROWS = 250 * (KILLS + 2)

afterAll(killProcesses)

const importOf = ({ engine, organisationId }: Ground, importId: string) => ({
  place: { organisationId, importId },
  read: async () => toImport((await readImport(engine, { organisationId, importId })) as never),
})

async function sendFile({ engine, organisationId }: Ground): Promise<string> {
  const rows = Array.from(
    { length: ROWS },
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
  isOver: () => Promise<boolean>,
): Promise<void> {
  const { databaseUrl, engine } = ground
  const roles = ['worker'] as const
  // What the dead one had taken is free at once, as it would be after the lease.
  const free = () => engine.query("UPDATE undertakings SET leased_until = now() WHERE status = 'running'")
  for (let kills = 0; kills < KILLS; kills += 1) {
    await free()
    const dying = await launchProcess({ databaseUrl, faultPoint, roles })
    expect((await dying.ended).signal).toBe('SIGKILL')
    expect(await isOver()).toBe(false)
  }
  await free()
  const heir = await startProcess({ databaseUrl, roles })
  await eventually(isOver, over => over)
  await heir.stop()
}

describe('a process that is killed with SIGKILL', () => {
  test.each(findImportPoints())('at %s imports every row once, and undoes it once', async faultPoint => {
    const ground = await openGround(await createTestDatabase(), { guests: 0 })
    const { engine, organisationId } = ground
    const id = await sendFile(ground)
    const { place, read } = importOf(ground, id)
    await inTransaction(engine, tx => startImport(tx, place, false, 'test'))
    await killAndFinish(ground, faultPoint, async () => (await read()).status !== 'importing')
    expect(await read()).toMatchObject({
      status: 'imported',
      counts: { rows: ROWS, created: ROWS, changed: 0, unchanged: 0, refused: 0 },
    })
    const { rows } = await engine.query(
      `SELECT count(*)::int AS guests, count(DISTINCT email)::int AS addresses,
              count(*) FILTER (WHERE tags = '{even}')::int AS even,
              (SELECT count(*)::int FROM guest_import_changes WHERE organisation_id = $1) AS undoable
       FROM guests WHERE organisation_id = $1`,
      [organisationId],
    )
    expect(rows).toEqual([{ guests: ROWS, addresses: ROWS, even: ROWS / 2, undoable: ROWS }])
    await inTransaction(engine, tx => undoImport(tx, place, 'test'))
    await killAndFinish(ground, faultPoint, async () => (await read()).status !== 'undoing')
    expect(await read()).toMatchObject({ status: 'undone', undo: { deleted: ROWS, restored: 0, kept: 0 } })
    const left = await engine.query('SELECT FROM guests WHERE organisation_id = $1', [organisationId])
    expect(left.rowCount).toBe(0)
    record(`${faultPoint}: ${2 * KILLS} kills, ${ROWS} rows, 0 lost, 0 doubled`)
    await ground.close()
  })
})
