import { spawnSync } from 'node:child_process'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { selfSigned } from '../channels/certificate.ts'
import { findTools } from '../prove/operations-cluster.ts'
import { freePort } from '../support/free-port.ts'
import { type OperatorsMachine, openOperatorsMachine } from './operators-machine.ts'
import { killUnits, systemctl } from './units.ts'

/** An operator's machine with Debian's PostgreSQL, and Millrace by its units. */
export interface DatabaseMachine extends OperatorsMachine {
  /** Here for 8081, 8082, 5432 and 5433. */
  readonly ports: readonly [number, number, number, number]
  /** As the administrator of the cluster on this port. */
  psql(statements: string, port?: number): Promise<string>
  /** A new cluster, which does not run yet. */
  initialise(initdb: string, folder: string, settings: string): Promise<void>
  /** As the user of PostgreSQL. */
  asPostgres(command: string): Promise<string>
}

/** Where the cluster is that the document calls by its port and its place in Debian. */
export const MAIN = 'var/lib/postgresql/15/main'
/** From the machine itself without a password as the administrator; everybody else as the document wants it. */
const ACCESS = `hostssl millrace millrace 127.0.0.1/32 scram-sha-256
host all postgres 127.0.0.1/32 trust
host replication postgres 127.0.0.1/32 trust
`

export const missingForDatabase = () =>
  findTools() === undefined ? 'no PostgreSQL with pg_basebackup: apt-get install postgresql' : undefined

/** `access` is the line for standbys of `pg_hba.conf`. */
export async function openDatabaseMachine(access: string): Promise<DatabaseMachine> {
  const isRoot = process.getuid?.() === 0
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const
  const variables = {
    PATH: `${findTools()}:${process.env.PATH}`,
    AS_POSTGRES: isRoot ? 'runuser -u postgres --' : '',
    POSTGRES: isRoot ? 'postgres' : userInfo().username,
    PGUSER: 'postgres',
    PGHOST: '127.0.0.1',
    PGPORT: String(ports[2]),
  }
  const machine = openOperatorsMachine({ systemctl }, variables)
  const endAll = () => {
    killUnits(machine, ports)
    const stop = 'for data in "$@"; do $AS_POSTGRES pg_ctl -D "$data" -m immediate stop; done'
    const clusters = [MAIN, 'clusters/standby', 'clusters/new'].map(machine.at)
    const env = { PATH: variables.PATH, AS_POSTGRES: variables.AS_POSTGRES }
    spawnSync('bash', ['-c', stop, 'bash', ...clusters], { cwd: '/', env, stdio: 'ignore' })
  }
  process.once('exit', endAll)
  const { key, cert } = selfSigned('localhost')
  await writeFile(machine.at('server.key'), key, { mode: 0o600 })
  await writeFile(machine.at('server.crt'), cert)
  await mkdir(machine.at('etc/millrace'), { recursive: true })
  await machine.run(
    'chown "$POSTGRES": server.key; install -d -o "$POSTGRES" /var/lib/postgresql/15 clusters',
  )
  return {
    ...machine,
    ports,
    psql: (statements, port = ports[2]) =>
      machine.run(`psql -XAt -v ON_ERROR_STOP=1 --port=${port} postgres <<'SQL'\n${statements}\nSQL\n`),
    async initialise(initdb, folder, settings) {
      const data = machine.at(folder)
      await machine.run(`$AS_POSTGRES ${initdb} -D ${data} -U postgres -E UTF8 --auth=trust >/dev/null`)
      await writeFile(`${data}/pg_hba.conf`, `${access.replace('…', '127.0.0.1/32')}\n${ACCESS}`)
      const files = `ssl_cert_file = '${machine.at('server.crt')}'\nssl_key_file = '${machine.at('server.key')}'\n`
      const reached = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nssl = on\n"
      await appendFile(`${data}/postgresql.conf`, `${settings}\n${reached}${files}`)
    },
    asPostgres: command => machine.run(`$AS_POSTGRES ${command}`),
    async close() {
      endAll()
      process.off('exit', endAll)
      await machine.close()
    },
  }
}
