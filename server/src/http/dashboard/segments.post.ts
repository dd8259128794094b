import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { createSegment } from '#workflows/segments/segments.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { changedSegment } from '../edge/segment.ts'
import { requireEveryVenue } from './edge/every-venue.ts'

export default bind(dashboard.createSegment, ({ database }) => async (request, reply) => {
  const { member } = request
  requireEveryVenue(member)
  const { organisationId, email } = member
  const { body } = checkedBody(request, dashboard.createSegment)
  const segment = await inTenant(database, organisationId, tx =>
    changedSegment(createSegment(tx, organisationId, body, email)),
  )
  reply.code(201)
  return { message: `The segment "${segment.name}" is created.`, segment }
})
