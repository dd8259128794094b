import { dashboard } from '@millrace/contract/operations/dashboard'
import { pullNow } from '#connections/pull/settings.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'
import { connectionId, requireConnection } from '../../edge/require-connection.ts'

export default bind(dashboard.pullNow, parts => async request => {
  const { organisationId } = request.member
  const id = connectionId(request.params.id)
  return inTenant(parts.database, organisationId, async tx => {
    const { status } = await requireConnection(tx, parts, organisationId, id)
    if (!(await pullNow(tx, organisationId, id))) throw new Refusal('pull_not_found')
    return {
      message:
        status === 'paused' ? 'The next page is fetched when you resume.' : 'The next page is fetched now.',
      connection: await requireConnection(tx, parts, organisationId, id),
    }
  })
})
