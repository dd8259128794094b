import type { Provider } from '@millrace/contract/provider'
import { expect, test } from 'vitest'
import { formOfProvider, limitsInWords, providerOfForm } from './provider-form.ts'

const provider: Provider = {
  id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  channel: 'email',
  name: 'Postmark',
  first: false,
  smtp: { host: 'smtp.example.com', port: 587, security: 'starttls', user: 'ada' },
  sms: null,
  has_secret: true,
  pace: { most: 10, per: 'second' },
  most_a_day: 5_000,
  warm_up: { start: 50, factor: 1.5 },
  status: 'working',
  down_since: null,
  next_try_at: null,
  error: null,
  failed_at: null,
  today: 20,
  limit_today: 75,
}

test('what is stored comes back from the form as it was', () => {
  const { name, smtp, pace, most_a_day, warm_up } = provider
  expect(providerOfForm('email', formOfProvider(provider))).toEqual({ name, smtp, pace, most_a_day, warm_up })
})

test('without limits nothing is limited, and no stored secret is sent', () => {
  const form = { ...formOfProvider(undefined), name: ' Second ', account: 'AC1', from: 'Rialto' }
  expect(providerOfForm('sms', form)).toEqual({
    name: 'Second',
    sms: { api_url: 'https://api.twilio.com', account: 'AC1', from: 'Rialto' },
    pace: null,
    most_a_day: null,
    warm_up: null,
  })
})

test('limits in words', () => {
  expect(limitsInWords(provider)).toEqual(['10 a second', '20 of 75 today', 'warming up to 5,000 a day'])
  expect(limitsInWords({ ...provider, limit_today: 5_000, pace: null })).toEqual(['20 of 5,000 today'])
  expect(
    limitsInWords({ ...provider, pace: null, most_a_day: null, warm_up: null, limit_today: null }),
  ).toEqual([])
})
