import * as runs from '@millrace/contract/operations/dashboard/runs'
import * as versions from '@millrace/contract/operations/dashboard/versions'
import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test('each parameter is one part of the path, whatever is in it', () => {
  expect(addressOf(versions.readVersion, { params: { id: 'a/../b?c', version: '7' } })).toBe(
    '/dashboard/api/workflows/a%2F..%2Fb%3Fc/versions/7',
  )
})

test('what is empty is not asked for', () => {
  expect(addressOf(runs.listRuns)).toBe('/dashboard/api/runs')
  expect(addressOf(runs.listRuns, { query: { cursor: null, status: '' } })).toBe('/dashboard/api/runs')
  expect(addressOf(runs.listRuns, { query: { cursor: null, status: 'failed' } })).toBe(
    '/dashboard/api/runs?status=failed',
  )
})
