import { PageQuery } from '@millrace/contract/common'
import { AuditList } from '@millrace/contract/member'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listAudit } from '#members/list-audit.ts'
import { pageRequest } from '../edge/page.ts'
import { route } from '../route.ts'
import { listPage } from './edge/list-page.ts'

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000-\\u001f]+$' }))

export default route({
  method: 'GET',
  url: '/dashboard/api/audit',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'listAudit',
    tags: ['Dashboard'],
    summary: 'Who changed what',
    description: 'Newest first. `action` is one action, as key.created, or all of a kind, as key.',
    querystring: Type.Object({ ...PageQuery, actor: Text, action: Text, subject: Text }),
    response: { 200: AuditList },
  },
  handler: parts => async request => {
    const { organisationId } = request.member
    const { actor, action, subject } = request.query
    const page = pageRequest(parts, 'audit', request.query)
    const rows = await inTenant(parts.database, organisationId, tx =>
      listAudit(tx, organisationId, { actor, action, subject, after: page.after, limit: page.limit + 1 }),
    )
    const list = { list: 'audit', page, path: '/dashboard/api/audit', query: request.query }
    return listPage(parts, list, rows, row => String(row.sequence))
  },
})
