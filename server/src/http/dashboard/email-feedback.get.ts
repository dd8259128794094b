import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listFeedback } from '#feedback/set-up.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listEmailFeedback,
  ({ config, database }) =>
    async ({ member: { organisationId } }) => ({
      data: await inTenant(database, organisationId, tx => listFeedback(tx, organisationId, config.baseUrl)),
    }),
)
