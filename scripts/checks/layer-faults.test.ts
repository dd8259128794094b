import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { layerFaults } from './layer-faults.ts'

const rules = {
  layers: [['cli'], ['main', 'setting-up'], ['http', 'worker'], ['db'], ['base']],
  serverDependencies: ['pg', '@millrace/contract'],
}
const faults = (file: string, specifier: string) => layerFaults(rules, { file, line: 7, specifier })

test.for([
  ['server/src/http/server.ts', '#db/pool.ts'],
  ['server/src/http/server.ts', './route.ts'],
  ['server/src/http/v1/token.ts', '../server.ts'],
  ['server/src/main.ts', './setting-up.ts'],
  ['server/src/main.ts', '#worker/start.ts'],
  ['server/src/db/pool.ts', 'pg'],
  ['server/src/db/pool.ts', 'node:fs'],
  ['server/src/http/server.ts', '@millrace/contract/event'],
  ['server/src/db/pool.test.ts', 'vitest'],
  ['server/src/db/pool.test.ts', '../../../tests/support/postgres.ts'],
  ['contract/src/event.ts', 'typebox'],
  ['contract/src/event.ts', './guest.ts'],
  ['web/src/page.tsx', '@millrace/contract/event'],
  ['web/src/page.tsx', 'react'],
])('%s may import %s', ([file, specifier]) => {
  expect(faults(file as string, specifier as string)).toEqual([])
})

test.for([
  ['server/src/db/pool.ts', '#http/server.ts', 'db → http: it points to the left'],
  ['server/src/db/pool.ts', '../http/server.ts', 'db → http: it points to the left'],
  ['server/src/http/server.ts', '#main.ts', 'http → main: it points to the left'],
  ['server/src/http/server.ts', '#worker/start.ts', 'http → worker: they share a place'],
  ['server/src/http/server.ts', '#new/thing.ts', 'http → new: new has no place yet'],
  ['server/src/new/thing.ts', '#base/ids.ts', 'new → base: new has no place yet'],
  ['server/src/db/pool.ts', '../../../web/src/page.ts', 'server → web/src/page.ts'],
  ['server/src/db/pool.ts', '../../../tests/support/postgres.ts', 'server → tests/support/postgres.ts'],
  ['server/src/db/pool.ts', 'lodash/fp', 'server → lodash'],
  ['server/src/db/pool.ts', 'vitest', 'server → vitest'],
  ['contract/src/event.ts', 'node:crypto', 'contract → node:crypto'],
  ['contract/src/event.ts', '../../server/src/base/ids.ts', 'contract → ../../server/src/base/ids.ts'],
  ['web/src/page.tsx', '../../server/src/base/ids.ts', 'web → server/src/base/ids.ts'],
  ['web/src/page.tsx', 'millrace/x', 'web → millrace/x'],
])('%s may not import %s', ([file, specifier, arrow]) => {
  const found = faults(file as string, specifier as string)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(`${file}:7  ${arrow}`)
})

test('finds every form of import at its line, and none in comments and strings', () => {
  const source = [
    "import fs from 'node:fs' // import a from 'in-a-comment'",
    'import {',
    '  one,',
    "} from './three.ts'",
    "import type { T } from './types.ts'",
    "import './effect.ts'",
    "export * from './again.ts'",
    "const later = await import('./later.ts')",
    "/* import b from 'commented' */",
    `const text = "import c from 'quoted'"`,
    'export const value = 1',
    "export const other = 'just-a-string'",
  ].join('\n')
  expect(importsOf(source)).toEqual([
    { specifier: 'node:fs', line: 1 },
    { specifier: './three.ts', line: 4 },
    { specifier: './types.ts', line: 5 },
    { specifier: './effect.ts', line: 6 },
    { specifier: './again.ts', line: 7 },
    { specifier: './later.ts', line: 8 },
  ])
})
