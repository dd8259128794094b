import { dashboard } from '@millrace/contract/operations/dashboard'
import { listKeys } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'

export default bind(dashboard.listKeys, ({ database }) => async ({ member: { organisationId } }) => {
  const keys = await inTenant(database, organisationId, tx => listKeys(tx, organisationId))
  const data = keys.map(key => ({
    ...key,
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
  }))
  return { data }
})
