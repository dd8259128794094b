import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listGuestValues } from '#guests/list-guest-values.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.listGuestValues, ({ database }) => async ({ member }) => {
  const { organisationId, serials } = member
  if (serials !== null) return { tags: [], attributes: [] }
  return inTenant(database, organisationId, tx => listGuestValues(tx, organisationId))
})
