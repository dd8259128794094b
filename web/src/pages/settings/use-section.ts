import type { OrganisationSettings, SettingsAnswer, SettingsChange } from '@millrace/contract/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useStoredForm } from '../../components/form/use-stored-form.ts'
import { settingsKey } from '../../components/time/use-zone.ts'
import { toast } from '../../toasts/toasts.ts'
import { saveSettings } from './settings-calls.ts'

export interface SectionChange extends Pick<SettingsChange, 'smtp_password' | 'sms_token'> {
  readonly settings: Partial<OrganisationSettings>
}

/**
 * One section of the settings, saved separately. The other sections are sent as they are stored, so that unsaved input
 * there is neither saved nor lost.
 */
export function useSection<Value extends object>(stored: Value, changeOf: (value: Value) => SectionChange) {
  const queries = useQueryClient()
  const send = async (value: Value) => {
    const { settings, revision } = queries.getQueryData(settingsKey) as SettingsAnswer
    const { settings: changed, ...secrets } = changeOf(value)
    const answer = await saveSettings({ revision, settings: { ...settings, ...changed }, ...secrets })
    // The next attempt starts from what another member has saved.
    if (!answer.ok && answer.failure.code === 'settings_conflict')
      await queries.invalidateQueries({ queryKey: settingsKey })
    return answer
  }
  return useStoredForm(stored, send, ({ message, ...saved }) => {
    queries.setQueryData(settingsKey, saved)
    toast(message, 'good')
  })
}

export type SectionOf<Value extends object> = ReturnType<typeof useSection<Value>>
