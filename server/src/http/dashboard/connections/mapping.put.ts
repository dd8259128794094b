import { isDeepStrictEqual } from 'node:util'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { saveMapping } from '#connections/versions/save-mapping.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'
import { requireMapping } from '../edge/require-mapping.ts'

export default bind(dashboard.saveMapping, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    const connection = await requireConnection(tx, parts, organisationId, id)
    const { body } = checkedBody(request, dashboard.saveMapping)
    const mapping = requireMapping(body.mapping)
    if (body.version === connection.mapping_version && isDeepStrictEqual(mapping, connection.mapping))
      return { message: 'Nothing changed.', connection }
    const change = { mapping, version: body.version, restoredFrom: null }
    const saved = await saveMapping(tx, organisationId, actor, id, change)
    if (saved === undefined) throw new Refusal('mapping_conflict')
    return {
      message: `Saved as version ${saved}. New deliveries are read by it.`,
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
