import type { Addresses } from '../server/addresses.ts'
import type { RunningServer } from '../server/find-server.ts'
import { failed, ok, skipped, type Verdict } from './verdict.ts'

const PATIENCE = 5_000

/** Whether the addresses that integrators use lead to Millrace. The proxy in between is the usual place for a mistake. */
export async function checkPublished(
  { base_url, auth_url }: Pick<Addresses, 'base_url' | 'auth_url'>,
  server: RunningServer | undefined,
): Promise<Verdict> {
  if (server === undefined) return skipped('no server to look for')
  const published = [...new Set([base_url, auth_url])]
  const faults = (await Promise.all(published.map(findFault))).filter(fault => fault !== undefined)
  if (faults.length === 0) return ok(published.join(' and '))
  return failed(
    faults.join(' and '),
    'Check MILLRACE_BASE_URL and MILLRACE_AUTH_URL of the server, and the proxy in front of it.',
  )
}

async function findFault(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${address}/livez`, { signal: AbortSignal.timeout(PATIENCE) })
    const body = (await answer.json().catch(() => undefined)) as { status?: unknown } | undefined
    return body?.status === 'alive' ? undefined : `what answers at ${address} is not Millrace`
  } catch {
    return `nothing answers at ${address}`
  }
}
