import { dashboard } from '@millrace/contract/operations/dashboard'
import { readPull, savePull } from '#connections/pull/settings.ts'
import { saveMapping } from '#connections/versions/save-mapping.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'
import { requirePull } from '../edge/require-pull.ts'
import { withList } from '../edge/with-list.ts'

export default bind(dashboard.savePull, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    const { mapping, mapping_version: version } = await requireConnection(tx, parts, organisationId, id)
    const { body } = checkedBody(request, dashboard.savePull)
    const pull = requirePull(parts, body, await readPull(tx, parts.sealer, organisationId, id))
    await savePull(tx, parts.sealer, organisationId, actor, id, pull)
    const listed = withList(mapping, body.each)
    if (listed.each !== mapping.each)
      await saveMapping(tx, organisationId, actor, id, { mapping: listed, version, restoredFrom: null })
    return {
      message: 'Saved. The first page is fetched now.',
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
