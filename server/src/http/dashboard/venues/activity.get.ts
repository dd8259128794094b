import { dashboard } from '@millrace/contract/operations/dashboard'
import { readVenueActivity } from '#dashboard/venues/read-venue-activity.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireVenue } from '../edge/require-venue.ts'

export default bind(
  dashboard.readVenueActivity,
  ({ database }) =>
    async ({ member, params }) =>
      inTenant(database, member.organisationId, async tx =>
        readVenueActivity(tx, member.organisationId, await requireVenue(tx, member, params.serial)),
      ),
)
