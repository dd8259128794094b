import { dashboard } from '@millrace/contract/operations/dashboard'
import { changeClaims } from '#connections/change-connection.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'

export default bind(dashboard.setTokenClaims, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    const { claims } = await requireConnection(tx, parts, organisationId, id)
    const { issuer, audience } = checkedBody(request, dashboard.setTokenClaims).body
    if (claims === null)
      throw new Refusal('validation_failed', {
        errors: { issuer: ['is for systems that send signed tokens'] },
      })
    const trimmed = { issuer: issuer?.trim() ?? null, audience: audience?.trim() ?? null }
    await changeClaims(tx, organisationId, actor, id, trimmed)
    return {
      message: 'Issuer and audience saved.',
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
