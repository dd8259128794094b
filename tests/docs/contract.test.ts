import { readFileSync } from 'node:fs'
import { errorCatalogue } from '@millrace/contract/error'
import { skipReasons } from '@millrace/contract/skip-reason'
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

test('docs/contract.md has a row for every reason of a receipt, with its detail, and none besides', () => {
  const [, table = ''] = contract.split('| reason | `detail` |\n|---|---|\n')
  const rows = Object.entries(skipReasons).map(([reason, { detail }]) =>
    `| \`${reason}\` | ${detail} |`.replace('|  |', '| |'),
  )
  expect(table.split('\n\n')[0]?.split('\n')).toEqual(rows)
})
