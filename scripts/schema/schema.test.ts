import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/postgres.ts'
import { describeSchema } from './describe-schema.ts'

// On the database that was migrated for all tests: scripts/check-schema.ts makes a separate one.
test.skipIf(process.env.MILLRACE_TEST_CITUS)('server/schema.sql is what the migrations make', async () => {
  const database = await createTestDatabase()
  const reader = new pg.Client({ ...database.connection, options: '-c search_path=millrace' })
  await reader.connect()
  const made = await describeSchema(reader)
  await reader.end()
  await database.drop()
  const written = readFileSync(new URL('../../server/schema.sql', import.meta.url), 'utf8')
  expect(made === written, 'run node scripts/check-schema.ts --write').toBe(true)
})
