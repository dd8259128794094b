import { scim } from '@millrace/contract/operations/scim'
import { findUser } from '#members/scim/users.ts'
import { toUser } from '#members/scim/wire.ts'
import { bindScim } from '../bind-scim.ts'

export default bindScim(scim.readScimUser, async ({ tx, organisationId, base, id }) =>
  toUser(base, await findUser(tx, organisationId, id)),
)
