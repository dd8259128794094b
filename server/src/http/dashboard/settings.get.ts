import { Settings } from '@millrace/contract/dashboard/settings'
import { inTenant } from '#db/database.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/settings',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readSettings',
    tags: ['Dashboard'],
    summary: 'What every run of the organisation obeys, without secrets',
    response: { 200: Settings },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId } }) => {
      const settings = await inTenant(database, organisationId, tx => readSettings(tx, organisationId))
      if (settings === undefined) throw new Refusal('organisation_not_found')
      return settings
    },
})
