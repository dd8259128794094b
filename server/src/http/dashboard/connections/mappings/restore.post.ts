import { dashboard } from '@millrace/contract/operations/dashboard'
import { saveMapping } from '#connections/versions/save-mapping.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { Refusal } from '../../../refusal.ts'
import { connectionId, requireConnection } from '../../edge/require-connection.ts'
import { requireMappingVersion } from '../../edge/require-mapping.ts'

export default bind(dashboard.restoreMapping, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    await requireConnection(tx, parts, organisationId, id)
    const earlier = await requireMappingVersion(tx, organisationId, id, request.params.version)
    const { version } = checkedBody(request, dashboard.restoreMapping).body
    const change = { mapping: earlier.mapping, version, restoredFrom: earlier.version }
    const saved = await saveMapping(tx, organisationId, actor, id, change)
    if (saved === undefined) throw new Refusal('mapping_conflict')
    return {
      message: `Version ${earlier.version} is restored as version ${saved}.`,
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
