import { scim } from '@millrace/contract/operations/scim'
import { changeGroup } from '#members/scim/groups.ts'
import { readGroup } from '#members/scim/read-group.ts'
import { toGroup } from '#members/scim/wire.ts'
import { bindScim } from '../bind-scim.ts'

export default bindScim(scim.replaceScimGroup, async ({ tx, organisationId, base, id, body }) =>
  toGroup(base, await changeGroup(tx, organisationId, id, before => readGroup(body, before))),
)
