import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { readPlaces } from '#workflows/place-workflow.ts'
import { bind } from '../../bind.ts'

export default bind(
  dashboard.listWorkflowPlaces,
  ({ database }) =>
    async ({ member: { organisationId } }) =>
      inTenant(database, organisationId, tx => readPlaces(tx, organisationId)),
)
