import { setTimeout as wait } from 'node:timers/promises'
import type { GuestImport, Millrace } from '@millrace/client/source'
import type { Terminal } from '../../terminal/terminal.ts'
import { progressBar } from './progress-bar.ts'
import { isUnderWay } from './under-way.ts'

const LOOK_EVERY_MS = 500
const number = new Intl.NumberFormat('en-GB')
const what = { checking: 'Checking', importing: 'Importing', undoing: 'Undoing' } as const

/** Waits until the server has ended what it is doing, or the caller wants to stop. */
export async function follow(
  client: Millrace,
  begun: GuestImport,
  signal: AbortSignal,
  terminal: Pick<Terminal, 'live' | 'columns'>,
): Promise<GuestImport> {
  let current = begun
  while (isUnderWay(current) && !signal.aborted) {
    draw(current, terminal)
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    current = (await client.guestImports.get(current.id, { waitForRateLimit: true })).guest_import
  }
  terminal.live?.('')
  return current
}

function draw(
  { status, counts, undo, bytes_read, bytes_received }: GuestImport,
  { live, columns }: Pick<Terminal, 'live' | 'columns'>,
): void {
  if (live === undefined) return
  const isUndo = status === 'undoing'
  const done = undo === null ? 0 : undo.deleted + undo.restored + undo.kept
  const all = counts.created + counts.changed
  const share = isUndo ? done / Math.max(1, all) : bytes_read / Math.max(1, bytes_received)
  const figures = isUndo
    ? `${number.format(done)} guests`
    : `${number.format(counts.rows)} rows  ${number.format(counts.refused)} refused`
  live(progressBar(what[status as keyof typeof what], share, figures, columns))
}
