import { open } from 'node:fs/promises'
import type { GuestImport, Millrace } from '@millrace/client/source'
import { LARGEST_PART } from '@millrace/contract/guest-import'
import type { Terminal } from '../../terminal/terminal.ts'
import { progressBar } from './progress-bar.ts'

interface Sent {
  readonly path: string
  readonly size: number
  readonly signal: AbortSignal
}

/** Sends what the server does not have yet, a part at a time. */
export async function sendFile(
  client: Millrace,
  begun: GuestImport,
  { path, size, signal }: Sent,
  terminal: Pick<Terminal, 'live' | 'columns'>,
): Promise<GuestImport> {
  let current = begun
  const file = await open(path)
  try {
    const part = Buffer.alloc(LARGEST_PART)
    while (!signal.aborted && current.bytes_received < size) {
      const offset = current.bytes_received
      const { bytesRead } = await file.read(part, 0, part.length, offset)
      // The file has become shorter since it was looked at.
      if (bytesRead === 0) break
      const content = part.subarray(0, bytesRead).toString('base64')
      current = (await client.guestImports.addPart(current.id, { offset, content })).guest_import
      terminal.live?.(progressBar('Sending', current.bytes_received / size, '', terminal.columns))
    }
  } finally {
    terminal.live?.('')
    await file.close()
  }
  return current
}
