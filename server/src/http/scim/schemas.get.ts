import { scim } from '@millrace/contract/operations/scim'
import { schemas } from '#members/scim/discovery.ts'
import { bindScim } from './bind-scim.ts'

export default bindScim(scim.listScimSchemas, ({ base }) => schemas(base))
