import { dashboard } from '@millrace/contract/operations/dashboard'
import { withinTime } from '#dashboard/lists/within-time.ts'
import { readVenueActivity } from '#dashboard/venues/read-venue-activity.ts'
import { readVenueVisits } from '#dashboard/venues/read-venue-visits.ts'
import { bind } from '../../bind.ts'
import { requireVenue } from '../edge/require-venue.ts'

const LONGEST_MS = 500

export default bind(dashboard.readVenueActivity, () => async ({ member, params, lists }) => {
  const { organisationId } = member
  const [activity, serial] = await lists.read(organisationId, async tx => {
    const venue = await requireVenue(tx, member, params.serial)
    return [await readVenueActivity(tx, organisationId, venue), venue.serial] as const
  })
  const since = new Date(activity.days[0]?.from ?? Date.now())
  const visits = await withinTime(lists, organisationId, LONGEST_MS, tx =>
    readVenueVisits(tx, organisationId, serial, since),
  )
  return { ...activity, visits: visits ?? null }
})
