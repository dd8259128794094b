import type { UnroutedGroup, UnroutedSource } from '@millrace/contract/dashboard/events'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { readUnrouted } from '#dashboard/events/read-unrouted.ts'
import { readClock } from '#runs/load/read-clock.ts'
import { bind } from '../../bind.ts'
import { readTime } from '../edge/read-time.ts'
import { countPushed } from './count-pushed.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

export default bind(
  dashboard.readUnrouted,
  () =>
    async ({ member: { organisationId, serials: sight }, query, lists }) => {
      const given = readTime('since', query.since)
      return lists.read(organisationId, async tx => {
        const since = given ?? new Date((await readClock(tx)).getTime() - THIRTY_DAYS_MS)
        const { data, more } = await readUnrouted(tx, organisationId, { since, sight })
        const workflowIds = data.flatMap(({ workflow_id }) => workflow_id ?? [])
        const pushed = await countPushed(tx, organisationId, { workflowIds, since })
        return { data: data.map(group => withPushed(group, pushed)), more, since: since.toISOString() }
      })
    },
)

/** Never more than they see of it. */
const withPushed = (group: UnroutedGroup, pushed: ReadonlyMap<string, number>): UnroutedSource => ({
  ...group,
  pushed: Math.min(group.events, pushed.get(group.workflow_id ?? '') ?? 0),
})
