import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { merge } from '../../edge/merge.ts'
import { requireId } from '../edge/require-id.ts'
import { mergerOf } from './merger.ts'

export default bind(dashboard.mergeGuests, parts => async request => {
  const guestId = requireId(request.params.id, 'guest_not_found')
  const { body } = checkedBody(request, dashboard.mergeGuests)
  return merge(parts, mergerOf(request.member), {
    guestId,
    mergedId: body.organisation_registration_id.toLowerCase(),
    dryRun: body.dry_run === true,
  })
})
