import { scim } from '@millrace/contract/operations/scim'
import { changeGroup } from '#members/scim/groups.ts'
import { patchGroup } from '#members/scim/read-group.ts'
import { bindScim } from '../bind-scim.ts'

/** Without the group in the answer: it can have thousands of members, and each PATCH changes a few. */
export default bindScim(scim.changeScimGroup, async ({ tx, organisationId, id, body }) => {
  await changeGroup(tx, organisationId, id, before => patchGroup(body, before))
  return undefined
})
