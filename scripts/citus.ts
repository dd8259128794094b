// A coordinator and two workers with Citus on this machine, to try Millrace on several nodes.
//
//   node scripts/citus.ts --source FOLDER      builds Citus from its sources, once, and starts the nodes
//   node scripts/citus.ts                      starts them with what was built
//
// It needs Debian's PostgreSQL 15, and to build: apt-get install postgresql-server-dev-15 libkrb5-dev libssl-dev libzstd-dev liblz4-dev make gcc.
// The nodes are in temporary folders and go with this command. What was built stays in tests/artifacts/citus.
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../server/src/db/migrate.ts'
import { buildCitus, findCitus } from '../tests/support/citus/build-citus.ts'
import { startCitusCluster } from '../tests/support/citus/citus-cluster.ts'
import { distribute } from '../tests/support/citus/distribute.ts'
import { urlOf } from '../tests/support/postgres.ts'

const into = join(import.meta.dirname, '../tests/artifacts/citus')
const stopping = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const progress = (sentence: string) => process.stderr.write(`${sentence} …\n`)

try {
  const tools = await findTools()
  progress('Starting the nodes')
  const cluster = await startCitusCluster({ tools })
  try {
    const database = await cluster.createDatabase('millrace', migrate)
    await distribute(database, progress)
    process.stdout.write(`DATABASE_URL=${urlOf(database)}\n`)
    for (const { database: worker } of cluster.workers) {
      process.stdout.write(`# worker: ${urlOf({ ...worker.connection, database: database.database })}\n`)
    }
    progress('Ctrl-C stops the nodes and deletes their data')
    await stopping
  } finally {
    await cluster.close()
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function findTools(): Promise<string> {
  const { values } = parseArgs({ options: { source: { type: 'string' } } })
  if (values.source !== undefined) return buildCitus({ source: resolve(values.source), into, progress })
  const found = findCitus(into)
  if (found !== undefined) return found
  throw new Error(
    'Citus has not been built yet. Name the folder of its sources: node scripts/citus.ts --source FOLDER',
  )
}
