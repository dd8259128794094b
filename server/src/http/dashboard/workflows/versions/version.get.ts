import { VersionWithDefinition } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { seenBy } from '#dashboard/shown-definition.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../../route.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireVersion, versionNumber } from '../../edge/require-version.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/versions/:version',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readVersion',
    tags: ['Dashboard'],
    summary: 'A published version with its document',
    params: Type.Object({ id: Type.String(), version: Type.String() }),
    response: { 200: VersionWithDefinition },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId, role }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        const version = await requireVersion(tx, organisationId, id, versionNumber(params.version))
        return { ...version, definition: seenBy(role)(version.definition) }
      })
    },
})
