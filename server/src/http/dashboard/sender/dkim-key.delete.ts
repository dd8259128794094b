import { dashboard } from '@millrace/contract/operations/dashboard'
import { removeDkimKeys } from '#sender/sender.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.removeDkimKey, parts => async ({ member }) => ({
  message: 'Millrace no longer signs your e-mails.',
  sender: await removeDkimKeys(parts, member.organisationId, member.email),
}))
