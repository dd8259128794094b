import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { layerFaults } from './layer-faults.ts'

const rules = {
  server: {
    layers: [['cli'], ['main', 'setting-up'], ['http', 'worker'], ['db'], ['base']],
    rooms: { db: [['open'], ['pool'], ['sql']] },
    dependencies: ['pg', '@millrace/contract'],
  },
  web: {
    layers: [['main'], ['pages'], ['features'], ['api'], ['styles']],
    rooms: {
      pages: [['run', 'workflow']],
      'pages/workflow': [['.'], ['simulator'], ['draft']],
      features: [['canvas'], ['demo']],
    },
    dependencies: ['react', '@millrace/contract'],
  },
}
const faults = (file: string, specifier: string) => layerFaults(rules, { file, line: 7, specifier })

test.for([
  ['server/src/http/server.ts', '#db/pool.ts'],
  ['server/src/http/server.ts', './route.ts'],
  ['server/src/db/pool/take.ts', '../sql.ts'],
  ['server/src/db/pool/take.test.ts', '../open/open.ts'],
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
  ['server/src/http/v1/token.ts', '../edge/bearer.ts'],
  ['web/src/main.tsx', '@millrace/contract/event'],
  ['web/src/main.tsx', 'react'],
  ['web/src/main.tsx', './pages/run/RunPage.tsx'],
  ['web/src/main.tsx', './styles/base.css'],
  ['web/src/pages/run/RunPage.tsx', '../../features/canvas/Canvas.tsx'],
  ['web/src/pages/run/RunPage.tsx', './RunActions.tsx'],
  ['web/src/pages/workflow/Editor.tsx', './simulator/Simulator.tsx'],
  ['web/src/pages/workflow/Editor.tsx', './Editor.module.css'],
  ['web/src/pages/workflow/simulator/Simulator.tsx', '../draft/use-draft.ts'],
  ['web/src/features/canvas/Canvas.tsx', '../demo.ts'],
  ['web/src/api/call.test.ts', 'node:http'],
  ['web/src/api/call.test.ts', 'vitest'],
])('%s may import %s', ([file, specifier]) => {
  expect(faults(file as string, specifier as string)).toEqual([])
})

test.for([
  ['server/src/db/pool/take.ts', '../open/open.ts', 'db: pool → open: it points to the left'],
  ['server/src/db/sql.ts', './pool/take.ts', 'db: sql → pool: it points to the left'],
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
  ['web/src/main.tsx', '../../server/src/base/ids.ts', 'web → server/src/base/ids.ts'],
  ['web/src/main.tsx', '#pages/run/RunPage.tsx', 'web → web/src/pages/run/RunPage.tsx'],
  ['web/src/main.tsx', 'millrace/x', 'web → millrace/x'],
  ['web/src/main.tsx', 'lodash/fp', 'web → lodash'],
  ['web/src/main.tsx', 'node:fs', 'web → node:fs'],
  ['web/src/main.tsx', 'vitest', 'web → vitest'],
  [
    'web/src/features/canvas/Canvas.tsx',
    '../../pages/run/RunPage.tsx',
    'features → pages: it points to the left',
  ],
  ['web/src/api/call.ts', '../main.tsx', 'api → main: it points to the left'],
  ['web/src/api/call.ts', '../new/thing.ts', 'api → new: new has no place yet'],
  ['web/src/pages/run/RunPage.tsx', '../workflow/Editor.tsx', 'pages: run → workflow: they share a place'],
  ['web/src/pages/workflow/Editor.tsx', '../run/RunPage.tsx', 'pages: workflow → run: they share a place'],
  [
    'web/src/pages/workflow/draft/use-draft.ts',
    '../simulator/Simulator.tsx',
    'pages/workflow: draft → simulator: it',
  ],
  [
    'web/src/pages/workflow/simulator/Simulator.tsx',
    '../Editor.tsx',
    'pages/workflow: simulator → .: it points',
  ],
  ['web/src/features/demo.ts', './canvas/Canvas.tsx', 'features: demo → canvas: it points to the left'],
  ['web/src/pages/new/Page.tsx', '../run/RunPage.tsx', 'pages: new → run: new has no place yet'],
  [
    'web/src/api/call.ts',
    './live/connection.ts',
    'api/call.ts → api/live/connection.ts: the folders of api have no order',
  ],
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
