import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { merge } from '../../edge/merge.ts'
import { Refusal } from '../../refusal.ts'
import { mergerOf } from './merger.ts'

export default bind(v1.mergeGuests, parts => async request => {
  const { body } = checkedBody(request, v1.mergeGuests)
  const guestId = storedId(request.params.id)
  if (guestId === undefined) throw new Refusal('guest_not_found')
  return merge(parts, mergerOf(request.identity), {
    guestId,
    mergedId: body.organisation_registration_id.toLowerCase(),
    dryRun: body.dry_run === true,
  })
})
