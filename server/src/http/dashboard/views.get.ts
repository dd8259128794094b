import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listViews } from '#members/views/views.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listViews,
  ({ database }) =>
    async ({ member, query }) =>
      inTenant(database, member.organisationId, async tx => ({
        data: await listViews(tx, member, query.list),
      })),
)
