import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { GuestImport, GuestImportRequest, Millrace } from '@millrace/client/source'
import { type ExitCode, exitCodes, Failure } from '../../terminal/failure.ts'
import { stopSignal } from '../../terminal/stop-signals.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { follow } from './follow.ts'
import { writeRefused } from './refused-file.ts'
import { sendFile } from './send-file.ts'
import { summarySentences } from './summary.ts'
import { isUnderWay } from './under-way.ts'

export interface FileImport {
  readonly path: string
  readonly size: number
  readonly request: GuestImportRequest
  readonly trial: boolean
  /** Where refused rows are written. */
  readonly refused: string | undefined
  readonly json: boolean
}

/** Sends the file, has it imported, and says what came of it. Continues what an earlier call has begun. */
export async function importFile(client: Millrace, given: FileImport, terminal: Terminal): Promise<ExitCode> {
  const { path, size, trial, refused, json } = given
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  let current = await open(client, given)
  terminal.say(`Import ${current.id}`)
  if (current.status === 'receiving')
    current = await sendFile(client, current, { path, size, signal: stop.signal }, terminal)
  if (stop.signal.aborted) throw interrupted('The file is not complete yet.')
  const wasOver = current.status === 'imported'
  if (!isUnderWay(current) && !wasOver)
    current = (await client.guestImports.start(current.id, { trial })).guest_import
  current = await follow(client, current, stop.signal, terminal)
  if (isUnderWay(current)) throw interrupted('The server continues the import.')
  if (json) terminal.json(current)
  if (current.status === 'failed') throw new Failure(current.error ?? 'The import failed.')
  if (refused !== undefined) await writeRefused(client, current, refused)
  if (!json)
    for (const line of await summarySentences(client, current, { wasOver, refused })) terminal.out(line)
  return current.status === 'cancelled' || current.counts.refused > 0 ? exitCodes.failed : exitCodes.ok
}

const interrupted = (what: string) =>
  new Failure(
    `Interrupted. ${what} Run the same command again to continue where it stopped.`,
    exitCodes.interrupted,
  )

/**
 * The import of this file with these options: the one that an earlier call has begun, unless it was undone. The key of the
 * request makes the server find it.
 */
async function open(client: Millrace, { path, request }: FileImport): Promise<GuestImport> {
  const hash = createHash('sha256').update(JSON.stringify(request)).update('\n')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  const key = `guests-import-${hash.digest('hex')}`
  for (let time = 1; ; time += 1) {
    const created = await client.guestImports.create(request, { idempotencyKey: `${key}-${time}` })
    const { guest_import: current } = await client.guestImports.get(created.guest_import.id)
    if (current.undo === null) return current
  }
}
