import { type Static, Type } from 'typebox'
import { nullable, words } from '../common.ts'
import {
  EmailTest as EmailTestNamed,
  SettingsAnswer,
  SettingsChange as SettingsChangeNamed,
  SmsTest as SmsTestNamed,
  WebhookTest as WebhookTestNamed,
} from '../settings.ts'
import { plain } from './plain.ts'

export const Settings = plain(SettingsAnswer)
export const SettingsChange = plain(SettingsChangeNamed)
export const EmailTest = plain(EmailTestNamed)
export const SmsTest = plain(SmsTestNamed)
export const WebhookTest = plain(WebhookTestNamed)

export const SettingsSaved = Type.Object({ message: Type.String(), ...Settings.properties })

/** The result of a test. A failed test is an ordinary answer. */
export const TestAnswer = Type.Object({
  message: Type.String(),
  outcome: words(['delivered', 'retry', 'refused']),
  code: nullable(Type.String()),
  status: nullable(Type.Integer()),
  response: nullable(Type.String()),
  duration_ms: Type.Integer(),
})
export type TestAnswer = Static<typeof TestAnswer>

/** The secret is only in this response. */
export const WebhookSecret = Type.Object({ message: Type.String(), secret: Type.String() })
