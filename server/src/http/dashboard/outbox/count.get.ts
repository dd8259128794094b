import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { messagesStatement } from '#dashboard/outbox/list-messages.ts'
import { bind } from '../../bind.ts'
import { messagesAsked } from './messages-asked.ts'

export default bind(dashboard.countMessages, () => async ({ member, query, lists }) => {
  const asked = messagesAsked(member, query)
  return countRows(lists, member.organisationId, limit =>
    messagesStatement(member.organisationId, { ...asked, limit }),
  )
})
