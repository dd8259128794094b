import { expect, test } from 'vitest'
import { senderFault, senderOf, senderTo } from './sender.ts'

const usual = { sender: senderOf('Rialto'), byCountry: { US: '+15550100', FR: '38123' } }

test.each([
  ['the usual one', '+447700900123', undefined, 'Rialto'],
  ['that of the venue', '+447700900123', 'Harbour', 'Harbour'],
  ['that of the country', '+33612345678', undefined, '38123'],
  ['that of the country before that of the venue', '+33612345678', 'Harbour', '38123'],
  ['a number where names are not taken', '+12125550123', 'Harbour', '+15550100'],
  ['the usual one where nobody knows the country', '+99912345678', undefined, 'Rialto'],
])('%s', (_, to, venue, from) => {
  expect(senderTo(to, usual, venue)).toEqual({ from })
})

test('where names are not taken, the next that is none is used, and a messaging service chooses itself', () => {
  expect(senderTo('+12125550123', { sender: senderOf('+15550199') }, 'Harbour')).toEqual({
    from: '+15550199',
  })
  expect(senderTo('+5511912345678', { sender: senderOf('Rialto') }, 'Harbour')).toBeUndefined()
  const sid = `MG${'0'.repeat(32)}`
  expect(senderTo('+12125550123', { sender: senderOf(sid) })).toEqual({ messagingServiceSid: sid })
})

test.each(['+447700900123', '38123', 'Rialto', 'The Harbour', 'Bar 21', 'A-B.c'])('%j is a sender', from => {
  expect(senderFault(from)).toBeUndefined()
})

test.each(['', '+', '12', 'Twelve chars', '+44 7700', 'Fünf 5', 'a\r\nb', '<b>', '1234567890123456'])(
  '%j is none',
  from => {
    expect(senderFault(from)).toMatch(/\.$/)
  },
)
