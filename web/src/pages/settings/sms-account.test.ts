import { expect, test } from 'vitest'
import { accountOfSms, smsOfAccount, withVendor } from './sms-account.ts'

test.each([
  { api_url: 'https://api.example.com', account: 'AC1', from: '+447700900000' },
  { vendor: 'vonage', api_url: 'https://rest.nexmo.com', account: 'abcd1234', from: 'Rialto' },
  {
    vendor: 'messagebird',
    api_url: 'https://rest.messagebird.com',
    account: 'MessageBird',
    from: 'Rialto',
    from_by_country: { US: '+15550100', FR: '38123' },
  },
] as const)('what is stored comes back from the form as it was: %o', sms => {
  expect(smsOfAccount(accountOfSms(sms))).toEqual(sms)
})

test('senders by country are read as they are typed, and what is no country is left to the server', () => {
  const form = { ...accountOfSms(null), byCountry: ' us  +15550100 ,, fr 38 123,Spain' }
  expect(smsOfAccount(form).from_by_country).toEqual({ US: '+15550100', FR: '38 123', SPAIN: '' })
})

test('another provider has another address, unless one was typed', () => {
  expect(withVendor(accountOfSms(null), 'vonage')).toEqual({
    vendor: 'vonage',
    apiUrl: 'https://rest.nexmo.com',
  })
  expect(withVendor({ ...accountOfSms(null), apiUrl: 'https://sms.example.com' }, 'vonage')).toEqual({
    vendor: 'vonage',
  })
})
