import type { TestProject } from 'vitest/node'
import { MEMORY_VARIABLE } from '../../scripts/test/memory-folder.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openCitusTestServer } from './citus/citus-test-server.ts'
import { openTestServer, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer
  }
}

/** One real PostgreSQL for the whole run, with one migrated database that every test file gets a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citus = process.env.MILLRACE_TEST_CITUS
  const opened = citus
    ? await openCitusTestServer(citus)
    : await openTestServer({}, { parent: process.env[MEMORY_VARIABLE] })
  try {
    await opened.createTemplate(migrate)
  } catch (error) {
    await opened.close()
    throw error
  }
  project.provide('postgres', opened.server)
  return () => opened.close()
}
