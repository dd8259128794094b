import { dashboard } from '@millrace/contract/operations/dashboard'
import { createConnection } from '#connections/create-connection.ts'
import { newSecret } from '#connections/new-secret.ts'
import { vendorOf } from '#connections/vendors/vendors.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'
import { requireConnection } from './edge/require-connection.ts'

export default bind(dashboard.addConnection, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.addConnection)
  const vendor = vendorOf(body.vendor)
  if (vendor === undefined)
    throw new Refusal('validation_failed', {
      errors: { vendor: ['is none of the systems that can be connected'] },
    })
  const secret = vendor.secretFrom === 'us' ? newSecret() : null
  const connection = await inTenant(parts.database, organisationId, async tx => {
    const given = { name: body.name.trim(), vendor, secret, unknownGuests: body.unknown_guests }
    const { id } = await createConnection(tx, parts.sealer, organisationId, actor, given)
    return requireConnection(tx, parts, organisationId, id)
  })
  reply.code(201)
  return { message: 'Connection created.', connection, secret }
})
