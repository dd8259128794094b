import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { deleteSegment } from '#workflows/segments/segments.ts'
import { bind } from '../../bind.ts'
import { changedSegment, segmentPlace } from '../../edge/segment.ts'
import { actorOf } from '../guest-imports/shared.ts'

export default bind(v1.deleteSegment, ({ database }) => async request => {
  const { organisationId } = request.identity
  const place = segmentPlace(organisationId, request.params.id)
  const { name } = await inTenant(database, organisationId, tx =>
    changedSegment(deleteSegment(tx, place, actorOf(request.identity))),
  )
  return { message: `The segment "${name}" is deleted.` }
})
