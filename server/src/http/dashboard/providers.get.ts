import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listProviders } from '#organisations/providers/list-providers.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listProviders,
  parts =>
    ({ member: { organisationId } }) =>
      inTenant(parts.database, organisationId, async tx => ({
        data: await listProviders(tx, organisationId),
      })),
)
