import { dashboard } from '@millrace/contract/operations/dashboard'
import { readHome } from '#dashboard/home/read-home.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.readHome,
  ({ database }) =>
    async ({ member: { organisationId, serials, role }, query }) =>
      inTenant(database, organisationId, tx =>
        readHome(tx, organisationId, query.range ?? '24h', serials, role === 'owner'),
      ),
)
