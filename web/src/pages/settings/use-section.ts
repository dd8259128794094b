import type { OrganisationSettings, SettingsAnswer, SettingsChange } from '@millrace/contract/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { settingsKey } from '../../components/time/use-zone.ts'
import { toast } from '../../toasts/toasts.ts'
import { saveSettings } from './settings-calls.ts'

export interface SectionChange extends Pick<SettingsChange, 'smtp_password' | 'sms_token'> {
  readonly settings: Partial<OrganisationSettings>
}

/**
 * One part of the settings, saved by itself. Until somebody edits it, it shows what is stored, whoever stored that. The
 * other parts are saved as they are stored, so that what is half typed there is neither saved nor lost.
 */
export function useSection<Value>(stored: Value, changeOf: (value: Value) => SectionChange) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Value>()
  const value = typed ?? stored
  const send = async () => {
    const { settings, revision } = queries.getQueryData(settingsKey) as SettingsAnswer
    const { settings: changed, ...secrets } = changeOf(value)
    const answer = await saveSettings({ revision, settings: { ...settings, ...changed }, ...secrets })
    // Whoever tries again does so knowing what the others have saved.
    if (!answer.ok && answer.failure.code === 'settings_conflict')
      await queries.invalidateQueries({ queryKey: settingsKey })
    return answer
  }
  const submission = useSubmit(send, ({ message, ...saved }) => {
    queries.setQueryData(settingsKey, saved)
    setTyped(undefined)
    toast(message, 'good')
  })
  const change = (part: Partial<Value>) => setTyped({ ...value, ...part })
  return {
    value,
    change,
    /** What a field of the form needs, by the name that the request has for it. */
    field: <Key extends keyof Value>(key: Key, name: string) => ({
      name,
      value: value[key],
      onChange: (typed: Value[Key]) => setTyped({ ...value, [key]: typed }),
      failure: submission.failure,
    }),
    edited: typed !== undefined,
    submission,
  }
}

export type SectionOf<Value> = ReturnType<typeof useSection<Value>>
