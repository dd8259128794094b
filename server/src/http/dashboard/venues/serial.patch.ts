import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { changeVenue } from '#venues/save-venue.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireVenue } from '../edge/require-venue.ts'
import { savedVenue } from '../edge/saved-venue.ts'

export default bind(dashboard.changeVenue, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const { serial } = request.params
  const result = await inTenant(database, organisationId, async tx => {
    await requireVenue(tx, request.member, serial)
    const { body } = checkedBody(request, dashboard.changeVenue)
    return changeVenue(tx, organisationId, actor, serial, body)
  })
  return { message: 'Venue changed.', venue: savedVenue(result) }
})
