import { SettingsChange } from '@millrace/contract/dashboard/settings'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { notifyPreviousAddress } from '#notices/raise-alerts.ts'
import { saveSettings } from '#organisations/settings/save-settings.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { type Faults, Refusal } from '../refusal.ts'

export default bind(dashboard.saveSettings, parts => async request => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.saveSettings)
  const saved = await inTenant(parts.database, organisationId, async tx => {
    const done = await saveSettings(tx, parts, organisationId, actor, body)
    const previous = done.kind === 'saved' ? done.before.settings.alerts_url : null
    if (previous != null && previous !== body.settings.alerts_url)
      await notifyPreviousAddress(tx, organisationId, actor, previous)
    return done
  })
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
})

/** The same paths as those of faults of shape: from the top of the body. */
const inBody = (faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, sentences]) => [
      Object.hasOwn(SettingsChange.properties, path) ? path : `settings.${path}`,
      sentences,
    ]),
  )
