import type { Broadcast } from '@millrace/contract/sent-broadcast'
import { expect, test } from 'vitest'
import { broadcastInWords, estimateInWords, paceInWords, reasonsInWords } from './broadcast-words.ts'

const broadcast: Broadcast = {
  id: 'b',
  state: 'sending',
  due_at: '2026-12-04T16:00:00Z',
  sent_by: null,
  changed_by: null,
  ended_at: null,
  considered: 500,
  started: 480,
  skipped: {},
  missed: 0,
  missed_because: null,
}

test('a broadcast says how far it is, and what it came to', () => {
  expect(broadcastInWords(broadcast, 12_430)).toBe('Sending: 500 of 12,430 guests considered, 480 started')
  expect(broadcastInWords({ ...broadcast, state: 'done' }, 12_430)).toBe(
    'Sent: 500 guests considered, 480 started',
  )
  expect(broadcastInWords({ ...broadcast, state: 'missed', missed: 1, missed_because: 'too_late' }, 2)).toBe(
    'Missed: 1 guest, because the server was off',
  )
  expect(reasonsInWords({ no_address: 1, no_consent: 1_900 })).toEqual([
    '1,900: the guest has not agreed to its messages',
    '1: the guest has no address for its messages',
  ])
})

test('an estimate says for how many, and how long it takes', () => {
  const estimate = { members: 12_430, starts: 9_876, capped: 0, skipped: {}, next_at: null, seconds: null }
  expect(estimateInWords({ ...estimate, is_sample: false })).toBe('Starts for 9,876 of 12,430 guests.')
  expect(estimateInWords({ ...estimate, is_sample: true })).toBe('Starts for about 9,876 of 12,430 guests.')
  expect(estimateInWords({ ...estimate, capped: 120, is_sample: false })).toBe(
    'Starts for 9,876 of 12,430 guests. 120 of them get no message: they have had as many as the caps allow.',
  )
  expect(paceInWords(17_000)).toBe('At its pace this takes about 5 hours.')
  expect(paceInWords(60)).toBe('At its pace this takes about 1 minute.')
  expect(paceInWords(3)).toBe('At its pace this takes less than a minute.')
})
