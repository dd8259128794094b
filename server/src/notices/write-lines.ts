import { appendFile } from 'node:fs/promises'

const LONGEST_POST_MS = 10_000

/**
 * Writes JSON objects, one per line, to the end of a file or to an address. The address is the operator's own, like
 * that of the database: it may be inside their network.
 */
export async function writeLines(target: string, objects: readonly object[]): Promise<void> {
  const lines = objects.map(object => `${JSON.stringify(object)}\n`).join('')
  if (!/^https?:/.test(target)) return appendFile(target, lines, { mode: 0o600 })
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines,
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_POST_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok)
    throw new Error(`${new URL(target).origin} answered ${answer.status} to lines of the audit log`)
}
