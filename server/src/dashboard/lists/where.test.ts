import { expect, test } from 'vitest'
import { where } from './where.ts'

test('only what was asked for becomes a condition, and every value a parameter', () => {
  const { sql, values } = where('r', 'org', [
    ['r.status = :value', 'failed'],
    ['r.guest_id = :value', undefined],
    ['(r.a = :value OR r.b = :value)', 7],
    ['r.serial = ANY(:value)', null],
  ])
  expect(sql).toBe('r.organisation_id = $1 AND r.status = $2 AND (r.a = $3 OR r.b = $3)')
  expect(values).toEqual(['org', 'failed', 7])
})
