import { Timestamp } from '@millrace/contract/common'
import { type UnroutedGroup, UnroutedInbox, type UnroutedSource } from '@millrace/contract/dashboard/events'
import { Type } from 'typebox'
import { readUnrouted } from '#dashboard/events/read-unrouted.ts'
import { inTenant } from '#db/database.ts'
import { readClock } from '#runs/read-clock.ts'
import { route } from '../../route.ts'
import { readTime } from '../edge/read-time.ts'
import { countPushed } from './count-pushed.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

export default route({
  method: 'GET',
  url: '/dashboard/api/events/unrouted',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readUnrouted',
    tags: ['Dashboard'],
    summary: 'Events that started nothing, by their source',
    description: 'Of the last thirty days, or since the time that is given.',
    querystring: Type.Object({ since: Type.Optional(Timestamp) }),
    response: { 200: UnroutedInbox },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId, serials: sight }, query }) => {
      const given = readTime('since', query.since)
      return inTenant(database, organisationId, async tx => {
        const since = given ?? new Date((await readClock(tx)).getTime() - THIRTY_DAYS_MS)
        const { data, more } = await readUnrouted(tx, organisationId, { since, sight })
        const workflowIds = data.flatMap(({ workflow_id }) => workflow_id ?? [])
        const pushed = await countPushed(tx, organisationId, { workflowIds, since })
        return { data: data.map(group => withPushed(group, pushed)), more, since: since.toISOString() }
      })
    },
})

/** Never more than they see of it. */
const withPushed = (group: UnroutedGroup, pushed: ReadonlyMap<string, number>): UnroutedSource => ({
  ...group,
  pushed: Math.min(group.events, pushed.get(group.workflow_id ?? '') ?? 0),
})
