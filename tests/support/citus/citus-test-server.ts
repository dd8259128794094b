import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { distribute } from '../../../server/src/db/distributed/distribute.ts'
import { type Connection, type OpenedTestServer, withAdmin } from '../test-server.ts'
import { startCitusCluster } from './citus-cluster.ts'

/** A coordinator and two workers, with one distributed database that every test file gets a copy of. `tools` is the folder with the programs. */
export async function openCitusTestServer(tools: string): Promise<OpenedTestServer> {
  const cluster = await startCitusCluster({ tools })
  const prefix = `millrace_test_${randomBytes(4).toString('hex')}`
  const template = `${prefix}_template`
  const [admin, ...others] = [cluster.coordinator, ...cluster.workers].map(
    ({ database }) => database.connection,
  ) as [Connection, ...Connection[]]
  return {
    server: { admin, others, prefix, template },
    async createTemplate(prepare) {
      const connection = await cluster.createDatabase(template, prepare)
      await distribute(connection, () => {})
      for (const node of [admin, ...others]) await closeToAll(node, template)
    },
    close: () => cluster.close(),
  }
}

/** The nodes keep connections to each other, and Citus a process in each database: they would keep it from being copied. */
async function closeToAll(node: Connection, database: string): Promise<void> {
  await withAdmin(node, async client => {
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    for (;;) {
      const { rowCount } = await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        [database],
      )
      if (rowCount === 0) return
      await sleep(50)
    }
  })
}
