import { scim } from '@millrace/contract/operations/scim'
import { deleteUser } from '#members/scim/users.ts'
import { bindScim } from '../bind-scim.ts'

export default bindScim(scim.deleteScimUser, async ({ tx, organisationId, id }) => {
  await deleteUser(tx, organisationId, id)
  return undefined
})
