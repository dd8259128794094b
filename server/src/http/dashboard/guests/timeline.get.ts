import { dashboard } from '@millrace/contract/operations/dashboard'
import { visibleEntries } from '#dashboard/guests/visible-entries.ts'
import { guestTimeline } from '#guests/timeline/guest-timeline.ts'
import { bind } from '../../bind.ts'
import { pageRequest } from '../../edge/page.ts'
import { listPage } from '../edge/list-page.ts'
import { requireGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.readTimeline, parts => async request => {
  const { organisationId, serials } = request.member
  const id = requireId(request.params.id, 'guest_not_found')
  const list = `timeline ${id}`
  const page = pageRequest(parts, list, request.query)
  const path = `/dashboard/api/guests/${id}/timeline`
  return request.lists.read(organisationId, async tx => {
    const guest = await requireGuest(tx, organisationId, id)
    const rows = await guestTimeline(tx, organisationId, guest.id, {
      after: page.after,
      limit: page.limit + 1,
    })
    const { data, links } = listPage(
      parts,
      { list, page, path, query: request.query },
      rows,
      row => row.place,
    )
    const seen = await visibleEntries(tx, organisationId, data, serials)
    return { data: seen.map(({ entry }) => entry), links }
  })
})
