import { dashboard } from '@millrace/contract/operations/dashboard'
import { changeProof } from '#connections/change-connection.ts'
import { readSettings } from '#connections/proof/proof-settings.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'

export default bind(dashboard.changeConnectionProof, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    const { proof, vendor_name } = await requireConnection(tx, parts, organisationId, id)
    const read = readSettings(checkedBody(request, dashboard.changeConnectionProof).body)
    if (proof === null)
      throw new Refusal('validation_failed', {
        errors: { way: [`cannot be chosen: ${vendor_name} has its own`] },
      })
    if ('faults' in read) throw new Refusal('validation_failed', { errors: read.faults })
    await changeProof(tx, organisationId, actor, id, read.proof)
    return {
      message: 'Proof of origin saved.',
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
