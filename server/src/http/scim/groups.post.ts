import { scim } from '@millrace/contract/operations/scim'
import { createGroup } from '#members/scim/groups.ts'
import { readGroup } from '#members/scim/read-group.ts'
import { toGroup } from '#members/scim/wire.ts'
import { bindScim } from './bind-scim.ts'

export default bindScim(
  scim.createScimGroup,
  async ({ tx, organisationId, base, body }) =>
    toGroup(base, await createGroup(tx, organisationId, readGroup(body))),
  201,
)
