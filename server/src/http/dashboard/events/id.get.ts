import { dashboard } from '@millrace/contract/operations/dashboard'
import { readEvent } from '#dashboard/events/read-event.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.readEvent,
  ({ database }) =>
    async ({ member: { organisationId, serials }, params }) => {
      const id = requireId(params.id, 'event_not_found')
      const event = await inTenant(database, organisationId, tx => readEvent(tx, organisationId, id, serials))
      if (event === undefined) throw new Refusal('event_not_found')
      return event
    },
)
