import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../../..')

/** The tests that have to notice what was changed: those beside it. */
export default defineConfig({
  root,
  // Workspaces are links to the checkout, where nothing was changed; what is tested is the copy.
  resolve: {
    alias: [{ find: /^@millrace\/contract\/(.*)$/, replacement: join(root, 'contract/src/$1.ts') }],
  },
  test: {
    include: [
      'server/src/access/*.test.ts',
      'server/src/http/edge/{idempotency-key,key-reach}.test.ts',
      'server/src/idempotency/*.test.ts',
      'server/src/members/roles.test.ts',
      'server/src/routing/*.test.ts',
      'server/src/runs/{change,walk}/*.test.ts',
      'server/src/workflows/{condition,listening,moment-conditions}.test.ts',
    ],
    globalSetup: 'tests/prove/mutation/provide-postgres.ts',
    setupFiles: 'tests/prove/mutation/short-properties.ts',
    isolate: false,
  },
})
