import { dashboard } from '@millrace/contract/operations/dashboard'
import { seenBy } from '#dashboard/shown-definition.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { requireWorkflow } from '../../../edge/require-workflow.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireVersion, versionNumber } from '../../edge/require-version.ts'

export default bind(
  dashboard.readVersion,
  ({ database }) =>
    async ({ member: { organisationId, role }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        const version = await requireVersion(tx, organisationId, id, versionNumber(params.version))
        return { ...version, definition: seenBy(role)(version.definition) }
      })
    },
)
