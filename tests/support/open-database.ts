import type { Database } from '../../server/src/db/database.ts'
import { openPatiently } from './patient-database.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

export interface OpenedDatabase extends TestDatabase {
  readonly database: Database
  /** Also deletes it. */
  close(): Promise<void>
}

/** A separate database for a test file, migrated, empty and open. */
export async function openTestDatabase({ tenant = 2, engine = 4 } = {}): Promise<OpenedDatabase> {
  const prepared = await createTestDatabase()
  const database = openPatiently(prepared.connection, {
    tenantConnections: tenant,
    engineConnections: engine,
  })
  return {
    ...prepared,
    database,
    async close() {
      await database.close()
      await prepared.drop()
    },
  }
}
