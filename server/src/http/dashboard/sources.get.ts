import { dashboard } from '@millrace/contract/operations/dashboard'
import { listSources } from '#dashboard/sources/list-sources.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listSources,
  ({ database }) =>
    async ({ member: { organisationId } }) =>
      inTenant(database, organisationId, tx => listSources(tx, organisationId)),
)
