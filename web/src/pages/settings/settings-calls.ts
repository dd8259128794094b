import type { SettingsSaved, TestAnswer, WebhookSecret } from '@millrace/contract/dashboard/settings'
import type { EmailTest, SettingsChange, SmsTest, WebhookTest } from '@millrace/contract/settings'
import type { Static } from 'typebox'
import { call } from '../../api/call.ts'

/** One function an address. */

export const saveSettings = (change: SettingsChange) =>
  call<Static<typeof SettingsSaved>>('/settings', { method: 'PUT', json: change })

const test = (channel: string, json: object) =>
  call<TestAnswer>(`/settings/test-${channel}`, { method: 'POST', json })
export const testEmail = (json: EmailTest) => test('email', json)
export const testSms = (json: SmsTest) => test('sms', json)
export const testWebhook = (json: WebhookTest) => test('webhook', json)

export const rotateWebhookSecret = () =>
  call<Static<typeof WebhookSecret>>('/settings/webhook-secret', { method: 'POST' })
