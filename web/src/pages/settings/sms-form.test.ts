import { expect, test } from 'vitest'
import { formOfSms, tokenOf } from './sms-form.ts'

const sms = { api_url: 'https://api.example.com', account: 'AC1', from: '+447700900000' }

test('without a provider messages stay in the outbox', () => {
  expect(formOfSms(sms).through).toBe('provider')
  expect(formOfSms(null).through).toBe('outbox')
})

test('a token goes along where it was typed, and not to the outbox', () => {
  expect(tokenOf(formOfSms(sms))).toEqual({})
  expect(tokenOf({ ...formOfSms(sms), token: 'x' })).toEqual({ sms_token: 'x' })
  expect(tokenOf({ ...formOfSms(sms), through: 'outbox', token: 'x' })).toEqual({})
})
