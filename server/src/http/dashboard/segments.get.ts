import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listSegments } from '#workflows/segments/segments.ts'
import { bind } from '../bind.ts'
import { requireEveryVenue } from './edge/every-venue.ts'

export default bind(dashboard.listSegments, ({ database }) => async ({ member }) => {
  requireEveryVenue(member)
  const { organisationId } = member
  return { data: await inTenant(database, organisationId, tx => listSegments(tx, organisationId)) }
})
