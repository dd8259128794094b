import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listNamedSecrets } from '#organisations/named-secrets.ts'
import { bind } from '../bind.ts'

export default bind(dashboard.listSecrets, ({ database }) => async ({ member: { organisationId } }) => ({
  data: await inTenant(database, organisationId, tx => listNamedSecrets(tx, organisationId)),
}))
