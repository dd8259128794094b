import { SettingsChange, SettingsSaved } from '@millrace/contract/dashboard/settings'
import { inTenant } from '#db/database.ts'
import { saveSettings } from '#organisations/settings/save-settings.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { toolsOf } from './edge/tools.ts'

export default route({
  method: 'PUT',
  url: '/dashboard/api/settings',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'saveSettings',
    tags: ['Dashboard'],
    summary: 'Save the settings, by the revision that they were read with',
    body: SettingsChange,
    response: { 200: SettingsSaved },
  },
  options: { attachValidation: true },
  handler: parts => {
    const tools = toolsOf(parts)
    return async request => {
      const { organisationId, email: actor } = request.member
      const { body } = checkedBody(request, SettingsChange)
      const saved = await inTenant(parts.database, organisationId, tx =>
        saveSettings(tx, tools, organisationId, actor, body),
      )
      switch (saved.kind) {
        case 'saved':
          return { message: 'Settings saved.', ...saved.answer }
        case 'faults':
          throw new Refusal('validation_failed', { errors: inBody(saved.faults) })
        case 'conflict':
          throw new Refusal('settings_conflict')
        case 'not_found':
          throw new Refusal('organisation_not_found')
      }
    }
  },
})

/** The same paths as those of faults of shape: from the top of the body. */
const inBody = (faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, sentences]) => [
      Object.hasOwn(SettingsChange.properties, path) ? path : `settings.${path}`,
      sentences,
    ]),
  )
