import { dashboard } from '@millrace/contract/operations/dashboard'
import { readPosition, writePosition } from '#dashboard/lists/position.ts'
import { listMessages } from '#dashboard/outbox/list-messages.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'
import { messagesAsked } from './outbox/messages-asked.ts'

export default bind(dashboard.listMessages, parts => async request => {
  const { organisationId } = request.member
  const asked = messagesAsked(request.member, request.query)
  const oldest = request.query.sort === 'created'
  const name = oldest ? 'oldest outbox' : 'outbox'
  const page = pageRequest(parts, name, request.query)
  const after = readPosition(page.after)
  const rows = await request.lists.read(organisationId, tx =>
    listMessages(tx, organisationId, { ...asked, oldest, after, limit: page.limit + 1 }),
  )
  const list = { list: name, page, path: dashboard.listMessages.path, query: request.query }
  return listPage(parts, list, rows, ({ exact, id }) => writePosition({ at: exact, id }))
})
