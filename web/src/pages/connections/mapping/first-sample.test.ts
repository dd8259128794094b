import type { DeliveryProblem } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import { firstSample } from './first-sample.ts'

const deliveries = (...problems: (DeliveryProblem | null)[]) =>
  problems.map((problem, index) => ({ id: index, problem }))

test('a payload that cannot be read is passed over for the newest that can', () => {
  expect(firstSample(deliveries('not_json', 'too_deep', null, null))?.id).toBe(2)
})

test('one that the mapping failed on is shown, because the mapping is what can be changed', () => {
  expect(firstSample(deliveries('no_items', null))?.id).toBe(0)
  expect(firstSample(deliveries('not_utf8', 'took_too_long', null))?.id).toBe(1)
})

test('where none can be read, the newest says why', () => {
  expect(firstSample(deliveries('not_a_form', 'not_json'))?.id).toBe(0)
  expect(firstSample([])).toBeUndefined()
})
