import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import type { Sql } from '#db/sql.ts'
import { guestVisitsOf, type Visiting } from '#visits/guest-visits.ts'
import { type UnreadableVersion, versionId } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import { type GuestKey, guestKey } from './load-guests.ts'
import type { LoadedRun } from './load-runs.ts'

type RunOfGuest = Pick<LoadedRun, 'organisationId' | 'guestId' | 'workflowId' | 'workflowVersion' | 'input'>

/** A run belongs to the venue that its event names first. */
export const visitsKey = (run: GuestKey & Pick<RunOfGuest, 'input'>) =>
  `${guestKey(run)} ${run.input.serials[0] ?? ''}`

/** The facts about visits of the runs whose versions read them. */
export async function loadVisitsFor(
  tx: Sql,
  runs: readonly RunOfGuest[],
  versions: ReadonlyMap<string, CompiledVersion | UnreadableVersion>,
): Promise<Map<string, GuestVisits>> {
  const wanted = new Map<string, Visiting>()
  for (const run of runs) {
    const { organisationId, guestId, workflowId, workflowVersion, input } = run
    const version = versions.get(versionId({ organisationId, workflowId, version: workflowVersion }))
    if (version === undefined || !('needs' in version) || !version.needs.visits) continue
    wanted.set(visitsKey(run), { organisationId, guestId, serial: input.serials[0] ?? null })
  }
  if (wanted.size === 0) return new Map()
  const found = await guestVisitsOf(tx, [...wanted.values()])
  return new Map([...wanted.keys()].map((key, index) => [key, found[index] as GuestVisits]))
}
