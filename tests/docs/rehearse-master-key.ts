import { mkdir, writeFile } from 'node:fs/promises'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { signedIn, type Visitor, visit } from '../support/dashboard.ts'
import { freePort } from '../support/free-port.ts'
import { createTestOrganisation, type TestMillrace } from '../support/millrace.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { type OperatorsMachine, openOperatorsMachine } from './operators-machine.ts'
import { killUnits, systemctl } from './units.ts'

/** Two processes on their own database, whose master key is replaced. */
export interface KeyMachine extends OperatorsMachine {
  /** One process after the other. The second begins when `between` is over. */
  restart(variables: Readonly<Record<string, string>>, between?: () => Promise<void>): Promise<void>
  /** Only the first of the two. */
  restartFirst(variables: Readonly<Record<string, string>>): Promise<void>
  /** A new secret of webhooks by the first or the second process, which has to open the one before; the status. */
  replaceSecret(process: 0 | 1): Promise<number>
  /** With the environment of the service, but for what is given. */
  command(command: string, variables: Readonly<Record<string, string>>): Promise<string>
  /** Both processes. */
  stop(): void
  readonly database: Database
}

/** `restarting` is the block of the document, which is used for every restart. */
export async function openKeyMachine(restarting: string): Promise<KeyMachine> {
  const ports = [await freePort(), await freePort()] as const
  const machine = openOperatorsMachine({ systemctl })
  await mkdir(machine.at('etc/millrace'), { recursive: true })
  const prepared: TestDatabase = await createTestDatabase()
  const database = openDatabase(prepared.connection, {
    applicationName: 'millrace test',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
  const base = `http://127.0.0.1:${ports[0]}`
  const own = {
    DATABASE_URL: prepared.url,
    MILLRACE_BASE_URL: base,
    MILLRACE_AUTH_URL: base,
    MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
  }
  const lines = (variables: Readonly<Record<string, string>>) =>
    Object.entries({ ...own, ...variables })
      .map(([name, value]) => `${name}='${value}'\n`)
      .join('')
  const write = (variables: Readonly<Record<string, string>>) =>
    writeFile(machine.at('etc/millrace/environment'), lines(variables), { mode: 0o600 })
  const end = () => killUnits(machine, ports)
  process.once('exit', end)
  const [first, second] = restarting
    .trim()
    .replace('8081', String(ports[0]))
    .replace('8082', String(ports[1]))
    .split(' && ') as [string, string]
  let owner: Visitor | undefined
  const signIn = async () => {
    const { id } = await createTestOrganisation(base, database, 'Sealed')
    return signedIn({ database, url: base } as Pick<TestMillrace, 'database' | 'url'>, id)
  }
  return {
    ...machine,
    database,
    stop: end,
    async restart(variables, between = async () => {}) {
      await write(variables)
      await machine.run(first)
      await between()
      await machine.run(second)
    },
    async restartFirst(variables) {
      await write(variables)
      await machine.run(first)
    },
    async replaceSecret(process) {
      owner ??= await signIn()
      const visitor = visit(`http://127.0.0.1:${ports[process]}`)
      visitor.cookie = owner.cookie
      return (await visitor.post('/settings/webhook-secret', {})).status
    },
    command: (command, variables) =>
      machine.run(
        `set -a\n${lines(variables)}PORT=${ports[0]} MILLRACE_DATA_DIR=$ROOT/data-${ports[0]}\n${command}`,
      ),
    async close() {
      end()
      process.off('exit', end)
      await database.close()
      await prepared.drop()
      await machine.close()
    },
  }
}
