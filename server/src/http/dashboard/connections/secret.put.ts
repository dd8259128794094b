import { dashboard } from '@millrace/contract/operations/dashboard'
import { changeSecret } from '#connections/change-connection.ts'
import { newSecret } from '#connections/new-secret.ts'
import { isFetched, secretFault } from '#connections/secret-fault.ts'
import { vendorOf } from '#connections/vendors/vendors.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'
import { countTest } from '../edge/send-test.ts'

export default bind(dashboard.changeConnectionSecret, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  const { secret_from, vendor, vendor_name } = await inTenant(parts.database, organisationId, tx =>
    requireConnection(tx, parts, organisationId, id),
  )
  const { secret: given, keep_previous } = checkedBody(request, dashboard.changeConnectionSecret).body
  if (given === undefined && secret_from === 'them')
    throw new Refusal('validation_failed', { errors: { secret: [`is missing. ${vendor_name} shows it`] } })
  const fault = given === undefined ? undefined : await faultOf(parts, organisationId, vendor, given)
  if (fault !== undefined) throw new Refusal('validation_failed', { errors: { secret: [fault] } })
  const secret = given ?? newSecret()
  return inTenant(parts.database, organisationId, async tx => {
    await changeSecret(tx, parts.sealer, organisationId, actor, id, { secret, keepPrevious: keep_previous })
    return {
      message: 'Secret saved.',
      connection: await requireConnection(tx, parts, organisationId, id),
      secret: given === undefined ? secret : null,
    }
  })
})

/** Outside of a transaction: something may be fetched. */
async function faultOf(
  { policy, database }: HttpParts,
  organisationId: string,
  vendorId: string,
  secret: string,
): Promise<string | undefined> {
  const vendor = vendorOf(vendorId)
  if (vendor === undefined) return undefined
  if (isFetched(vendor, secret)) await countTest(database, organisationId)
  return secretFault(policy, organisationId, vendor, secret)
}
