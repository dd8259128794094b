import { scim } from '@millrace/contract/operations/scim'
import { deleteGroup } from '#members/scim/groups.ts'
import { bindScim } from '../bind-scim.ts'

export default bindScim(scim.deleteScimGroup, async ({ tx, organisationId, id }) => {
  await deleteGroup(tx, organisationId, id)
  return undefined
})
