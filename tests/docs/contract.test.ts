import { readFileSync } from 'node:fs'
import { errorCatalogue } from '@millrace/contract/error'
import { expect, test } from 'vitest'

const contract = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')

test('docs/contract.md has a row for every error code, with its status, and none besides', () => {
  const rows = [...contract.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(errorCatalogue).map(([code, { status }]) => [code, status])),
  )
})
