import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listImages } from '#images/images.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listImages,
  ({ database, config: { baseUrl } }) =>
    async ({ member: { organisationId } }) => ({
      data: await inTenant(database, organisationId, tx => listImages(tx, { organisationId, baseUrl })),
    }),
)
