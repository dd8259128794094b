import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { changeSegment } from '#workflows/segments/segments.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changedSegment, segmentChange, segmentPlace } from '../../edge/segment.ts'
import { actorOf } from '../guest-imports/shared.ts'

export default bind(v1.patchSegment, ({ database }) => async request => {
  const { organisationId } = request.identity
  const { body } = checkedBody(request, v1.patchSegment)
  const place = segmentPlace(organisationId, request.params.id)
  const actor = actorOf(request.identity)
  const segment = await inTenant(database, organisationId, tx =>
    changedSegment(changeSegment(tx, place, segmentChange(body), actor)),
  )
  return { message: `The segment "${segment.name}" is changed.`, segment }
})
