import { type GuestImportRequest, LARGEST_FILE } from '@millrace/contract/guest-import'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { JobRefused } from '../errors.ts'
import { cancelJob, storeJob } from '../jobs.ts'
import { type ImportRequest, type ImportRow, importColumns, notBegun, statusOf } from './import-row.ts'
import { notUndone } from './undo-progress.ts'
import type { FilePlace } from './window.ts'

export async function createImport(
  tx: Sql,
  organisationId: string,
  settings: GuestImportRequest,
  actor: string,
): Promise<ImportRow> {
  const id = newId()
  await tx.query('INSERT INTO guest_imports (organisation_id, id, settings, actor) VALUES ($1, $2, $3, $4)', [
    organisationId,
    id,
    JSON.stringify(settings),
    actor,
  ])
  return (await readImport(tx, { organisationId, importId: id })) as ImportRow
}

export async function readImport(
  tx: Sql,
  { organisationId, importId }: FilePlace,
): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `SELECT ${importColumns} FROM guest_imports i WHERE i.organisation_id = $1 AND i.id = $2`,
    [organisationId, importId],
  )
  return rows[0]
}

/** Newest first. */
export async function listImports(
  tx: Sql,
  organisationId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ImportRow[]> {
  const { rows } = await tx.query<ImportRow>(
    `SELECT ${importColumns} FROM guest_imports i
     WHERE i.organisation_id = $1 AND ($2::uuid IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`,
    [organisationId, after ?? null, limit],
  )
  return rows
}

/** The same, and no other request changes the import meanwhile. */
async function lockImport(tx: Sql, place: FilePlace): Promise<ImportRow | undefined> {
  await tx.query('SELECT FROM guest_imports WHERE organisation_id = $1 AND id = $2 FOR UPDATE', [
    place.organisationId,
    place.importId,
  ])
  return readImport(tx, place)
}

/** undefined: there is no such import. Throws JobRefused, with what to do instead. */
type Changed = Promise<ImportRow | undefined>

/** Adds a part to the file. One that has arrived before changes nothing. */
export async function addPart(tx: Sql, place: FilePlace, offset: number, content: Buffer): Changed {
  const stored = await lockImport(tx, place)
  if (stored === undefined || offset + content.length <= stored.received) return stored
  if (stored.action !== null) throw new JobRefused('The file was read already. Create another import.')
  if (offset !== stored.received)
    throw new JobRefused(`${stored.received} bytes have arrived: send the part that begins there.`)
  if (offset + content.length > LARGEST_FILE)
    throw new JobRefused('The file is larger than 256 MiB. Split it, and import each part.')
  const { organisationId, importId } = place
  await tx.query(
    'INSERT INTO guest_import_parts (organisation_id, import_id, position, content) VALUES ($1, $2, $3, $4)',
    [organisationId, importId, offset, content],
  )
  await tx.query('UPDATE guest_imports SET received = received + $3 WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    importId,
    content.length,
  ])
  return readImport(tx, place)
}

/** Once it is imported, nothing needs the file. As the engine. */
export async function dropFile(tx: Sql, { organisationId, importId }: FilePlace): Promise<void> {
  await tx.query('DELETE FROM guest_import_parts WHERE organisation_id = $1 AND import_id = $2', [
    organisationId,
    importId,
  ])
}

/** Tries the import, or carries it out. */
export async function startImport(tx: Sql, place: FilePlace, trial: boolean, actor: string): Changed {
  const stored = await lockImport(tx, place)
  if (stored === undefined) return undefined
  refuseWhileUnderWay(stored)
  const status = statusOf(stored)
  if (status === 'imported') throw new JobRefused('The file is imported already.')
  if (stored.undo !== null)
    throw new JobRefused('The import was undone. Create another one, and send the file again.')
  if (trial && stored.has_imported)
    throw new JobRefused('A part of the file is imported already. Import the rest, or undo it.')
  if (stored.received === 0) throw new JobRefused('No part of the file has arrived yet.')
  const action = trial ? 'trial' : 'import'
  const id = await store(tx, place, action, actor)
  await tx.query(
    `UPDATE guest_imports SET action = $3, job_id = $4, has_imported = has_imported OR $5
     WHERE organisation_id = $1 AND id = $2`,
    [place.organisationId, place.importId, action, id, !trial],
  )
  await audit(tx, place, trial ? 'import.trial_started' : 'import.started', actor)
  return readImport(tx, place)
}

/** Undoes what the import has done. */
export async function undoImport(tx: Sql, place: FilePlace, actor: string): Changed {
  const stored = await lockImport(tx, place)
  if (stored === undefined) return undefined
  refuseWhileUnderWay(stored)
  if (!stored.has_imported) throw new JobRefused('Nothing has been imported, so there is nothing to undo.')
  if (statusOf(stored) === 'undone') throw new JobRefused('The import is undone already.')
  const id = await store(tx, place, 'undo', actor)
  await tx.query('UPDATE guest_imports SET undo_job_id = $3 WHERE organisation_id = $1 AND id = $2', [
    place.organisationId,
    place.importId,
    id,
  ])
  await audit(tx, place, 'import.undo_started', actor)
  return readImport(tx, place)
}

/** Ends what is under way where it is. */
export async function cancelImport(tx: Sql, place: FilePlace, actor: string): Changed {
  const stored = await lockImport(tx, place)
  if (stored === undefined) return undefined
  const jobId = stored.undo_job_id ?? stored.job_id
  const cancelled = jobId && (await cancelJob(tx, place.organisationId, jobId, actor))
  if (!cancelled) throw new JobRefused('Nothing is under way that could be cancelled.')
  return readImport(tx, place)
}

function refuseWhileUnderWay(stored: ImportRow): void {
  if (stored.job?.status === 'running' || stored.undo?.status === 'running')
    throw new JobRefused('The import is being worked on. Wait until that has ended, or cancel it.')
}

async function store(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  action: ImportRequest['action'],
  actor: string,
): Promise<string> {
  const request: ImportRequest = { import_id: importId, action }
  const progress = action === 'undo' ? notUndone : notBegun
  const job = await storeJob(tx, {
    organisationId,
    workflowId: null,
    kind: 'import',
    request,
    progress,
    actor,
  })
  return job.id
}

const audit = (tx: Sql, { organisationId, importId }: FilePlace, action: string, actor: string) =>
  recordAudit(tx, organisationId, { actor, action, subject: importId })
