import type { Config } from '../../server/src/config/config.ts'
import { type Role, startMillrace } from '../../server/src/main.ts'
import { createTestOrganisation, type TestMillrace, testConfig } from './millrace.ts'
import { PATIENCE_MS } from './patience.ts'
import { openPatiently } from './patient-database.ts'
import { createTestDatabase } from './postgres.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** As startTestMillrace, but the server reaches PostgreSQL through a proxy. The test's own `database` does not. */
export async function startProxiedMillrace(
  options: { roles?: Role[]; config?: Partial<Config>; longestWaitMs?: number } = {},
): Promise<TestMillrace & { proxy: TcpProxy }> {
  const testDatabase = await createTestDatabase()
  const proxy = await startTcpProxy(testDatabase.connection)
  const config = { ...(await testConfig(proxy.through(testDatabase.url))), ...options.config }
  const millrace = await startMillrace(config, {
    roles: options.roles ?? ['api'],
    progress: () => {},
    longestWaitMs: options.longestWaitMs ?? PATIENCE_MS,
  })
  const database = openPatiently(testDatabase.connection, {
    tenantConnections: 2,
    engineConnections: 2,
  })
  return {
    url: config.baseUrl,
    config,
    database,
    databaseUrl: testDatabase.url,
    proxy,
    organisation: (name = 'Test') => createTestOrganisation(config.baseUrl, database, name),
    async stop() {
      await proxy.pass()
      await database.close()
      await millrace.stop()
      await proxy.close()
      await testDatabase.drop()
    },
  }
}
