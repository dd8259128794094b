import { dashboard } from '@millrace/contract/operations/dashboard'
import { setAlias } from '#connections/change-connection.ts'
import { inTenant } from '#db/database.ts'
import { findVenue } from '#venues/managed-venue.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'

export default bind(dashboard.setConnectionAlias, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    await requireConnection(tx, parts, organisationId, id)
    const { location, venue } = checkedBody(request, dashboard.setConnectionAlias).body
    if (venue !== null && (await findVenue(tx, organisationId, venue)) === undefined)
      throw new Refusal('validation_failed', { errors: { venue: ['is not the code of a venue'] } })
    await setAlias(tx, organisationId, actor, id, location, venue)
    return {
      message: venue === null ? `${location} has no venue now.` : `${location} is ${venue} now.`,
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
