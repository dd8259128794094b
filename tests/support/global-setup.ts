import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../server/src/prepare-database.ts'
import { openTestServer, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer
  }
}

/** One real PostgreSQL for the whole run, with one migrated database that every test file gets a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const opened = await openTestServer()
  try {
    await opened.createTemplate(prepareDatabase)
  } catch (error) {
    await opened.close()
    throw error
  }
  project.provide('postgres', opened.server)
  return () => opened.close()
}
