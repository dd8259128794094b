import { scim } from '@millrace/contract/operations/scim'
import { readUser } from '#members/scim/read-user.ts'
import { createUser } from '#members/scim/users.ts'
import { toUser } from '#members/scim/wire.ts'
import { bindScim } from './bind-scim.ts'

export default bindScim(
  scim.createScimUser,
  async ({ tx, organisationId, base, body }) =>
    toUser(base, await createUser(tx, organisationId, readUser(body))),
  201,
)
