import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { mergesInto } from '#guests/merge/merge-records.ts'
import { reachesGuest } from '#members/reach.ts'
import { bind } from '../../bind.ts'
import { toWireMerge } from '../../edge/merge.ts'
import { requireGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

/** A member of some venues learns nothing of guests of others. */
export default bind(dashboard.listGuestMerges, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const asked = requireId(params.id, 'guest_not_found')
  return inTenant(database, organisationId, async tx => {
    const { id } = await requireGuest(tx, organisationId, asked)
    if (!(await reachesGuest(tx, member, id))) return { merges: [] }
    const merges = await mergesInto(tx, organisationId, id)
    return {
      merges: merges.map(merge => ({ ...toWireMerge(merge), merged_name: merge.undo?.merged.name ?? null })),
    }
  })
})
