import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { segmentGrowth } from '#workflows/segments/growth.ts'
import { bind } from '../../bind.ts'
import { readAnswer, segmentPlace } from '../../edge/segment.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.readSegmentGrowth, parts => async ({ member, params }) => {
  requireEveryVenue(member)
  const { organisationId } = member
  const place = segmentPlace(organisationId, params.id)
  return inTenant(parts.database, organisationId, async tx => {
    const { segment } = await readAnswer(tx, place)
    const found = await parts.organisations.find(tx, [organisationId])
    const { settings } = found.get(organisationId) as OrganisationFacts
    const since = new Date(segment.created_at)
    return segmentGrowth(tx, place, { timeZone: settings.time_zone, since })
  })
})
