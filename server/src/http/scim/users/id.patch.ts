import { scim } from '@millrace/contract/operations/scim'
import { patchUser } from '#members/scim/read-user.ts'
import { changeUser } from '#members/scim/users.ts'
import { toUser } from '#members/scim/wire.ts'
import { bindScim } from '../bind-scim.ts'

export default bindScim(scim.changeScimUser, async ({ tx, organisationId, base, id, body }) =>
  toUser(base, await changeUser(tx, organisationId, id, before => patchUser(body, before))),
)
