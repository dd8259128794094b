import { Type } from 'typebox'
import { ListCount, PageQuery, sortedBy } from '../../common.ts'
import { AuditList, AuditVerdict } from '../../member.ts'
import { operation } from '../operation.ts'

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000-\\u001f]+$' }))

export const listAudit = operation({
  method: 'GET',
  path: '/dashboard/api/audit',
  access: 'member',
  role: 'owner',
  mayBeBehind: true,
  summary: 'Who changed what',
  description:
    'Newest first, unless it is sorted otherwise. `action` is one action, as key.created, or all of a kind, as key.',
  query: Type.Object({ ...PageQuery, ...sortedBy('created'), actor: Text, action: Text, subject: Text }),
  answers: { 200: AuditList },
})

export const countAudit = operation({
  method: 'GET',
  path: '/dashboard/api/audit/count',
  access: 'member',
  role: 'owner',
  mayBeBehind: true,
  summary: 'How many audit entries there are, by the same filters as the list',
  query: Type.Object({ actor: Text, action: Text, subject: Text }),
  answers: { 200: ListCount },
})

export const verifyAudit = operation({
  method: 'GET',
  path: '/dashboard/api/audit/verification',
  access: 'member',
  role: 'owner',
  heavy: true,
  summary: 'Verify the audit log',
  description:
    'Recalculates the chain of entries. `faults` says where an entry was changed or removed; `head` is the end of the chain, to compare with the heads that the server publishes.',
  answers: { 200: AuditVerdict },
})
