import { dashboard } from '@millrace/contract/operations/dashboard'
import { changeConnection } from '#connections/change-connection.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'

export default bind(dashboard.changeConnection, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    await requireConnection(tx, parts, organisationId, id)
    const { body } = checkedBody(request, dashboard.changeConnection)
    const change = body.name === undefined ? body : { ...body, name: body.name.trim() }
    await changeConnection(tx, organisationId, actor, id, change)
    return {
      message: messageOf(body.paused),
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})

function messageOf(paused: boolean | undefined): string {
  if (paused === undefined) return 'Connection changed.'
  return paused
    ? 'Connection paused. Deliveries are stored and wait.'
    : 'Connection resumed. Waiting deliveries are processed now.'
}
