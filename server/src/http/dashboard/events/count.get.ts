import { dashboard } from '@millrace/contract/operations/dashboard'
import { eventsStatement } from '#dashboard/events/list-events.ts'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { bind } from '../../bind.ts'
import { eventsAsked } from './events-asked.ts'

export default bind(dashboard.countEvents, () => async ({ member, query, lists }) => {
  const asked = eventsAsked(member, query)
  return countRows(lists, member.organisationId, limit =>
    eventsStatement(member.organisationId, { ...asked, limit }),
  )
})
