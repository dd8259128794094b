import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireVenue } from '../edge/require-venue.ts'

export default bind(
  dashboard.readVenue,
  ({ database }) =>
    async ({ member, params }) =>
      inTenant(database, member.organisationId, tx => requireVenue(tx, member, params.serial)),
)
