import { dashboard } from '@millrace/contract/operations/dashboard'
import { listKeys, toShownKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'

export default bind(dashboard.listKeys, ({ database }) => async ({ member: { organisationId } }) => {
  const keys = await inTenant(database, organisationId, tx => listKeys(tx, organisationId))
  return { data: keys.map(toShownKey) }
})
