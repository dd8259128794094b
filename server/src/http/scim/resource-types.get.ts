import { scim } from '@millrace/contract/operations/scim'
import { resourceTypes } from '#members/scim/discovery.ts'
import { bindScim } from './bind-scim.ts'

export default bindScim(scim.listScimResourceTypes, ({ base }) => resourceTypes(base))
