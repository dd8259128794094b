import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import { AuditList } from '../../member.ts'
import { operation } from '../operation.ts'

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000-\\u001f]+$' }))

export const listAudit = operation({
  method: 'GET',
  path: '/dashboard/api/audit',
  access: 'member',
  role: 'owner',
  summary: 'Who changed what',
  description: 'Newest first. `action` is one action, as key.created, or all of a kind, as key.',
  query: Type.Object({ ...PageQuery, actor: Text, action: Text, subject: Text }),
  answers: { 200: AuditList },
})
