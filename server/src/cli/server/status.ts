import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { databasePlace } from '../database/database-place.ts'
import { alignPairs, printable } from '../terminal/align.ts'
import { type ExitCode, exitCodes } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Addresses, knownAddresses } from './addresses.ts'
import { findServer, type RunningServer } from './find-server.ts'
import { COUNTED_EXACTLY } from './read-overview.ts'
import { type DatabaseStatus, readDatabaseStatus } from './read-status.ts'

export default command({
  about:
    'Asks the server of this data folder whether it is ready, and the database what it stores. Exit code 0: ready; 1: running but not ready; 3: not running.',
  examples: ['npx millrace status', 'npx millrace status --json'],
  options: {},
  environment: [...databaseVariables, ...addressVariables],
  async run({ json }, { config, env, terminal }) {
    const [server, database] = await Promise.all([findServer(config), readDatabaseStatus(config)])
    const status: Status = {
      addresses: knownAddresses(config, env, server?.record),
      server,
      database,
      place: databasePlace(config),
      dataDir: config.dataDir,
    }
    if (json) terminal.json(forScripts(status))
    else print(status, terminal)
    return exitCode(server)
  },
})

interface Status {
  addresses: Addresses
  server: RunningServer | undefined
  database: DatabaseStatus
  place: string
  dataDir: string
}

function exitCode(server: RunningServer | undefined): ExitCode {
  if (server === undefined) return exitCodes.notRunning
  return server.ready ? exitCodes.ok : exitCodes.failed
}

const forScripts = ({ addresses, server, database, place, dataDir }: Status) => ({
  running: server !== undefined,
  ready: server?.ready ?? false,
  ...addresses,
  pid: server?.record?.pid ?? null,
  started_at: server?.record?.started_at ?? null,
  data_dir: dataDir,
  database: {
    place,
    reachable: database.reachable,
    schema_version: database.schema_version,
    schema_expected: database.schema_expected,
    ...database.overview,
  },
  organisations: database.organisations,
  demo: database.demo,
})

function print(status: Status, terminal: Terminal): void {
  const { server } = status
  if (server === undefined) {
    terminal.out('Millrace is not running.')
  } else {
    const process = server.record ? ` (pid ${server.record.pid}, since ${server.record.started_at})` : ''
    const state = server.ready ? 'running and ready' : 'running, but its database does not answer'
    terminal.out(`Millrace is ${state}${process}.`)
  }
  terminal.out('')
  for (const line of alignPairs(pairs(status))) terminal.out(`  ${line}`)
  if (server === undefined) terminal.say('\nStart it with: npm start')
}

const MOST_NAMED = 10

function pairs({ addresses, database, place, dataDir }: Status): [string, string][] {
  const { schema_version, schema_expected, overview, organisations } = database
  const rows: [string, string][] = [
    ['Dashboard', addresses.dashboard_url],
    ['API reference', `${addresses.base_url}/docs`],
    ['Auth URL', addresses.auth_url],
    ['Base URL', addresses.base_url],
    ['Database', database.reachable ? place : `${place}, does not answer`],
    ['Data folder', dataDir],
  ]
  if (schema_version !== null) rows.push(['Schema', describeSchema(schema_version, schema_expected)])
  for (const [index, { id, name }] of organisations.slice(0, MOST_NAMED).entries()) {
    rows.push([index === 0 ? 'Organisations' : '', `${id}  ${printable(name)}`])
  }
  if (organisations.length > MOST_NAMED) rows.push(['', `and ${organisations.length - MOST_NAMED} more`])
  if (overview !== null) {
    rows.push(['Workflows', String(overview.workflows)])
    rows.push(['API keys', String(overview.keys)])
    rows.push(['Events', describeCount(overview.events_about)])
    rows.push(['Runs', describeCount(overview.runs_about)])
  }
  return rows
}

const describeCount = (rows: number) => (rows > COUNTED_EXACTLY ? `about ${rows}` : String(rows))

function describeSchema(version: number, expected: number): string {
  if (version === expected) return `${version}, up to date`
  if (version > expected) return `${version}, newer than this release (${expected})`
  return `${version}, this release needs ${expected}: npx millrace migrate`
}
