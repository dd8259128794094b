import { dashboard } from '@millrace/contract/operations/dashboard'
import { type ListedMessage, listMessages } from '#dashboard/outbox/list-messages.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../bind.ts'
import { sendCsv } from '../edge/send-csv.ts'
import { messagesAsked } from './messages-asked.ts'

const AT_ONCE = 1_000

/** Whom the organisation writes to, all at once: for the owners, and the audit knows of it. */
export default bind(dashboard.exportMessages, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const asked = messagesAsked(request.member, request.query)
  await inTenant(database, organisationId, tx =>
    recordAudit(tx, organisationId, { actor, action: 'messages.exported', subject: 'the outbox' }),
  )
  return sendCsv<ListedMessage>(reply, {
    name: 'messages.csv',
    heading: columns,
    cells: message => columns.map(column => (column === 'error' ? message.error?.message : message[column])),
    next: last =>
      request.lists.read(organisationId, tx =>
        listMessages(tx, organisationId, {
          ...asked,
          after: last && { at: last.exact, id: last.id },
          limit: AT_ONCE,
        }),
      ),
  })
})

const columns = [
  'id',
  'channel',
  'status',
  'recipient',
  'subject',
  'for_staff',
  'guest_id',
  'guest_name',
  'run_id',
  'node_id',
  'workflow_id',
  'workflow_name',
  'attempt',
  'error',
  'created_at',
  'settled_at',
] as const
