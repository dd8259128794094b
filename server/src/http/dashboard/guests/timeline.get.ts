import { PageQuery } from '@millrace/contract/common'
import { GuestTimeline } from '@millrace/contract/dashboard/guests'
import { Type } from 'typebox'
import { visibleEntries } from '#dashboard/guests/visible-entries.ts'
import { inTenant } from '#db/database.ts'
import { guestTimeline } from '#guests/timeline/guest-timeline.ts'
import { pageRequest } from '../../edge/page.ts'
import { route } from '../../route.ts'
import { listPage } from '../edge/list-page.ts'
import { requireGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/guests/:id/timeline',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readTimeline',
    tags: ['Dashboard'],
    summary: 'What happened to a guest, and what did not and why',
    description: 'Newest first. Who sees some venues only may get pages that are shorter than asked for.',
    params: Type.Object({ id: Type.String() }),
    querystring: Type.Object(PageQuery),
    response: { 200: GuestTimeline },
  },
  handler: parts => async request => {
    const { organisationId, serials } = request.member
    const id = requireId(request.params.id, 'guest_not_found')
    const list = `timeline ${id}`
    const page = pageRequest(parts, list, request.query)
    const path = `/dashboard/api/guests/${id}/timeline`
    return inTenant(parts.database, organisationId, async tx => {
      await requireGuest(tx, organisationId, id)
      const rows = await guestTimeline(tx, organisationId, id, { after: page.after, limit: page.limit + 1 })
      const { data, links } = listPage(
        parts,
        { list, page, path, query: request.query },
        rows,
        row => row.place,
      )
      const seen = await visibleEntries(tx, organisationId, data, serials)
      return { data: seen.map(({ entry }) => entry), links }
    })
  },
})
