import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.readSettings, ({ database }) => async ({ member: { organisationId } }) => {
  const settings = await inTenant(database, organisationId, tx => readSettings(tx, organisationId))
  if (settings === undefined) throw new Refusal('organisation_not_found')
  return settings
})
