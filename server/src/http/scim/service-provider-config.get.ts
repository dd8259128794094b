import { scim } from '@millrace/contract/operations/scim'
import { serviceProviderConfig } from '#members/scim/discovery.ts'
import { bindScim } from './bind-scim.ts'

export default bindScim(scim.readScimConfig, ({ base }) => serviceProviderConfig(base))
