// A coordinator and two workers with Citus on this machine, to try Millrace on several nodes.
//
//   node scripts/citus.ts --programs FOLDER
//
// The folder has the programs of a PostgreSQL 15 in which Citus is installed, such as /usr/lib/postgresql/15/bin.
// The nodes are in temporary folders and go with this command.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { distribute } from '../server/src/db/distributed/distribute.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { startCitusCluster } from '../tests/support/citus/citus-cluster.ts'
import { urlOf } from '../tests/support/postgres.ts'

// Waiting for a signal keeps no process alive, and what is killed leaves the nodes behind.
const awake = setInterval(() => {}, 2 ** 30)
const stopping = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const progress = (sentence: string) => process.stderr.write(`${sentence} …\n`)

try {
  const tools = namedPrograms()
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
    clearInterval(awake)
    await cluster.close()
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

function namedPrograms(): string {
  const { values } = parseArgs({ options: { programs: { type: 'string' } } })
  const folder = resolve(values.programs ?? '')
  if (values.programs !== undefined && existsSync(join(folder, 'postgres'))) return folder
  throw new Error(
    `${values.programs === undefined ? '' : `There is no PostgreSQL in ${folder}. `}Name the folder with the programs of a PostgreSQL 15 in which Citus is installed: node scripts/citus.ts --programs FOLDER`,
  )
}
