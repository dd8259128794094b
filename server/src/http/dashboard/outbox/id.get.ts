import { dashboard } from '@millrace/contract/operations/dashboard'
import { readMessages } from '#dashboard/outbox/read-messages.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.readMessage,
  ({ database }) =>
    async ({ member: { organisationId, serials: sight }, params }) => {
      const id = requireId(params.id, 'message_not_found')
      const [message] = await inTenant(database, organisationId, tx =>
        readMessages(tx, organisationId, { id, sight }),
      )
      if (message === undefined) throw new Refusal('message_not_found')
      return message
    },
)
