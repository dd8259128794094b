import type pg from 'pg'
import { type Cluster, openMachine } from '../../prove/operations-cluster.ts'
import { type Connection, withAdmin } from '../test-server.ts'

/** A coordinator and its workers, each a PostgreSQL with Citus in a temporary folder. */
export interface CitusCluster {
  readonly coordinator: Cluster
  readonly workers: readonly Cluster[]
  /**
   * A database on all nodes. `prepare` gets it as the coordinator has it, before the nodes know each other: migrations change their role
   * within a transaction, and Citus would create what they create on the nodes as the role that it met first.
   */
  createDatabase(name: string, prepare: (connection: Connection) => Promise<void>): Promise<Connection>
  close(): Promise<void>
}

export interface CitusOptions {
  /** The folder with the programs of a PostgreSQL in which Citus is installed. */
  readonly tools: string
  readonly workers?: number
  /** Few, because every table has as many on the workers, and they are created for each test. */
  readonly shards?: number
}

export async function startCitusCluster({
  tools,
  workers = 2,
  shards = 4,
}: CitusOptions): Promise<CitusCluster> {
  const machine = await openMachine(tools)
  const settings = {
    shared_preload_libraries: 'citus',
    'citus.shard_count': String(shards),
    // The nodes are on one machine, and talk to each other as they do in the process of a single one.
    'citus.node_conninfo': 'sslmode=disable',
    // A commit on several nodes is prepared on each.
    max_prepared_transactions: '200',
    max_connections: '200',
    // Moving shards while they serve.
    wal_level: 'logical',
    // One transaction creates all tables of a database, on the nodes as well.
    max_locks_per_transaction: '1024',
  }
  try {
    const nodes = await Promise.all(Array.from({ length: 1 + workers }, () => machine.initialise(settings)))
    const [coordinator, ...others] = nodes as [Cluster, ...Cluster[]]
    for (const node of nodes) await node.ask(createRoles(node.database.connection.password))
    return {
      coordinator,
      workers: others,
      async createDatabase(name, prepare) {
        const on = ({ database }: Cluster): Connection => ({ ...database.connection, database: name })
        for (const node of nodes) {
          // The coordinator would otherwise ask the workers to create it too, where it knows them.
          await withAdmin(node.database.connection, client => client.query(`CREATE DATABASE ${name}`))
          await withAdmin(on(node), client => client.query('CREATE EXTENSION citus'))
        }
        for (const node of nodes) await withAdmin(on(node), client => letNodesIn(client, on(node)))
        await prepare(on(coordinator))
        await withAdmin(on(coordinator), async client => {
          const { host, port } = coordinator.database.connection
          await client.query('SELECT citus_set_coordinator_host($1, $2)', [host, port])
          for (const { database } of others) {
            await client.query('SELECT citus_add_node($1, $2)', [
              database.connection.host,
              database.connection.port,
            ])
          }
        })
        return on(coordinator)
      },
      close: () => machine.close(),
    }
  } catch (error) {
    await machine.close()
    throw error
  }
}

/** Nodes log in to each other as the role that a statement runs as. */
const ROLES = ['millrace_engine', 'millrace_tenant', 'millrace_audit']

const createRoles = (password: string) =>
  ROLES.map(role => `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`).join('; ')

async function letNodesIn(client: pg.Client, { user, password }: Connection): Promise<void> {
  for (const role of [user, ...ROLES]) {
    await client.query('INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES (0, $1, $2)', [
      role,
      `password=${password}`,
    ])
  }
}
