import { dashboard } from '@millrace/contract/operations/dashboard'
import { createDkimKey } from '#sender/sender.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.createDkimKey, parts => async ({ member }, reply) => {
  const sender = await createDkimKey(parts, member.organisationId, member.email)
  reply.code(201)
  return { message: 'DKIM key created. Publish its record, then check the sender.', sender }
})
