import type { MappingCheck } from '@millrace/contract/dashboard/connections'
import { expect, test } from 'vitest'
import { checkInWords } from './check-in-words.ts'

const nothing: MappingCheck = {
  deliveries: 0,
  left_out: 0,
  one: 0,
  several: { deliveries: 0, events: 0 },
  none: [],
  identity_changes: false,
}
const none = (deliveries: number): MappingCheck['none'][number] => ({
  reason: 'no_identifier',
  problem: null,
  detail: {},
  deliveries,
  delivery_id: '',
})

test.each([
  [nothing, 'There are no deliveries yet to check it with.'],
  [
    { ...nothing, deliveries: 100, one: 97, none: [none(3)] },
    '100 deliveries checked: 97 make one event, 3 make none.',
  ],
  [
    { ...nothing, deliveries: 2, several: { deliveries: 1, events: 1_200 }, none: [none(1)], left_out: 1 },
    '2 deliveries checked: 1 makes 1,200 events, 1 makes none. 1 large delivery not checked.',
  ],
  [{ ...nothing, left_out: 2 }, '0 deliveries checked. 2 large deliveries not checked.'],
])('%j is said as: %s', (check, sentence) => {
  expect(checkInWords(check).sum).toBe(sentence)
})

test('why some make none is said for each reason', () => {
  const problem = { ...none(1), reason: null, problem: 'not_json' as const }
  expect(checkInWords({ ...nothing, deliveries: 4, none: [none(3), problem] }).none).toEqual([
    '3: It names no guest: no e-mail address, phone number or id.',
    '1: The payload is not JSON.',
  ])
})
