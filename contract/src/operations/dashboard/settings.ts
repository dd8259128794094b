import {
  EmailTest,
  Settings,
  SettingsChange,
  SettingsSaved,
  SmsTest,
  TestAnswer,
  WebhookSecret,
  WebhookTest,
} from '../../dashboard/settings.ts'
import { operation } from '../operation.ts'

export const readSettings = operation({
  method: 'GET',
  path: '/dashboard/api/settings',
  access: 'member',
  role: 'viewer',
  summary: 'What every run of the organisation obeys, without secrets',
  answers: { 200: Settings },
})

export const saveSettings = operation({
  method: 'PUT',
  path: '/dashboard/api/settings',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Save the settings, by the revision that they were read with',
  body: SettingsChange,
  answers: { 200: SettingsSaved },
})

export const sendTestEmail = operation({
  method: 'POST',
  path: '/dashboard/api/settings/test-email',
  access: 'member',
  role: 'owner',
  summary: 'Send an e-mail to see whether the settings work',
  body: EmailTest,
  answers: { 200: TestAnswer },
})

export const sendTestSms = operation({
  method: 'POST',
  path: '/dashboard/api/settings/test-sms',
  access: 'member',
  role: 'owner',
  summary: 'Send an SMS to see whether the settings work',
  body: SmsTest,
  answers: { 200: TestAnswer },
})

export const sendTestWebhook = operation({
  method: 'POST',
  path: '/dashboard/api/settings/test-webhook',
  access: 'member',
  role: 'owner',
  summary: 'Send a call to see whether the settings work',
  body: WebhookTest,
  answers: { 200: TestAnswer },
})

export const rotateWebhookSecret = operation({
  method: 'POST',
  path: '/dashboard/api/settings/webhook-secret',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'A new secret to sign webhooks with; the one before signs as well for a day',
  answers: { 200: WebhookSecret },
})
