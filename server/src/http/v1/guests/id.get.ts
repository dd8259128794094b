import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findGuest } from '#guests/find-guest.ts'
import { identifiersOf } from '#guests/identifiers/identifiers-of.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { mergesInto } from '#guests/merge/merge-records.ts'
import { reachesGuest } from '#members/reach.ts'
import { bind } from '../../bind.ts'
import { toWireMerge } from '../../edge/merge.ts'
import { Refusal } from '../../refusal.ts'

export default bind(v1.getGuest, ({ database }) => async request => {
  const { organisationId } = request.identity
  const asked = storedId(request.params.id)
  if (asked === undefined) throw new Refusal('guest_not_found')
  const [guest, identifiers, merges] = await inTenant(database, organisationId, async tx => {
    const id = await currentGuest(tx, organisationId, asked)
    if (!(await reachesGuest(tx, request.identity, id))) throw new Refusal('guest_not_found')
    return Promise.all([
      findGuest(tx, organisationId, id),
      identifiersOf(tx, organisationId, id),
      mergesInto(tx, organisationId, id),
    ])
  })
  if (guest === undefined) throw new Refusal('guest_not_found')
  return { message: 'The guest as registered.', guest, identifiers, merges: merges.map(toWireMerge) }
})
