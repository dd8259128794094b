import { defaultSettings, type EmailSettings } from '@millrace/contract/settings'
import { expect, test } from 'vitest'
import { emailOfForm, formOfEmail, passwordOf } from './email-form.ts'

test.each<EmailSettings>([
  defaultSettings.email,
  { ...defaultSettings.email, reply_to: 'desk@example.com' },
  { ...defaultSettings.email, smtp: { host: 'mail.example.com', port: 465, security: 'tls' } },
  {
    ...defaultSettings.email,
    smtp: { host: 'mail.example.com', port: 587, security: 'starttls', user: 'us' },
  },
])('what is stored comes back from the form as it was: %j', email => {
  expect(emailOfForm(formOfEmail(email))).toEqual(email)
})

test('a password goes along where it was typed, and not to the outbox', () => {
  const form = { ...formOfEmail(defaultSettings.email), through: 'server' } as const
  expect(passwordOf(form)).toEqual({})
  expect(passwordOf({ ...form, password: 'x' })).toEqual({ smtp_password: 'x' })
  expect(passwordOf({ ...form, through: 'outbox', password: 'x' })).toEqual({})
})
