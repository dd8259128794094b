import { appendFile, writeFile } from 'node:fs/promises'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { eventually } from '../support/millrace.ts'
import { urlOf } from '../support/postgres.ts'
import { untilFinished } from '../support/takeover.ts'
import { type DatabaseMachine, MAIN } from './database-machine.ts'

/** What docs/operations.md says about PostgreSQL, in the order in which an operator comes to need it. */
export interface DatabaseTexts {
  readonly initdb: string
  readonly settings: readonly string[]
  readonly roles: string
  readonly revoke: string
  readonly url: string
  readonly migrate: string
  readonly doctor: string
  readonly backupFolder: string
  readonly archiving: string
  readonly backup: string
  readonly restore: string
  readonly replicator: string
  readonly standby: string
  readonly primary: string
  readonly anyOf: string
  readonly receive: string
  readonly promote: string
  readonly dump: string
}

const PASSWORD = 'long-and-random'
const ACCOUNT = { user: 'postgres', password: '', database: 'millrace', host: '127.0.0.1' }

/** Units by the ports that they have here. */
const unitsOf = ({ ports }: DatabaseMachine) => ({
  'millrace@8081': `millrace@${ports[0]}`,
  'millrace@8082': `millrace@${ports[1]}`,
})
const send = async (ground: Ground, { ports }: DatabaseMachine, count: number): Promise<Acknowledged[]> => {
  const ingested = await ingest(ground, { url: `http://127.0.0.1:${ports[0]}`, count, concurrency: 2 })
  return ingested.acknowledged
}

/** Roles, database and processes, by the document. */
export async function setUp(machine: DatabaseMachine, texts: DatabaseTexts): Promise<Ground> {
  const { ports } = machine
  await machine.run(texts.backupFolder, { '-o postgres': '-o "$POSTGRES"' })
  const sound = texts.settings.filter(setting => setting !== 'fsync = off').join('\n')
  const archiving = texts.archiving.replaceAll('/backup', machine.at('backup'))
  await machine.initialise(texts.initdb, MAIN, `${sound}\n${archiving}\nport = ${ports[2]}`)
  await machine.run('systemctl start postgresql')
  await machine.psql(texts.roles.replace('a long random one', PASSWORD))
  const url = texts.url
    .trim()
    .replace('password@db.internal:5432', `${PASSWORD}@localhost:${ports[2]}`)
    .concat(`&sslrootcert=${machine.at('server.crt')}`)
  await writeFile(
    machine.at('etc/millrace/environment'),
    `${url.replace('=', "='")}'
MILLRACE_SECRET='the master key of the rehearsal, long enough'
MILLRACE_BASE_URL=http://127.0.0.1:${ports[0]}
MILLRACE_AUTH_URL=http://127.0.0.1:${ports[0]}
MILLRACE_TRUSTED_PROXIES=127.0.0.1\n`,
  )
  await machine.run(withEnvironment(machine, texts.migrate))
  await machine.psql(texts.revoke)
  const [first, second] = Object.values(unitsOf(machine))
  await machine.run(`systemctl start ${first} ${second}`)
  await machine.run(withEnvironment(machine, texts.doctor))
  const connection = { ...ACCOUNT, port: ports[2] }
  return openGround({ connection, url: urlOf(connection), drop: async () => {} }, { guests: 10 })
}

const withEnvironment = ({ ports }: DatabaseMachine, command: string) =>
  `set -a; . /etc/millrace/environment; PORT=${ports[0]} MILLRACE_DATA_DIR=$ROOT/data-${ports[0]} ${command}`

/** A backup, more events, a moment, and events that are not to come back; then the restore to that moment. */
export async function restoreToMoment(machine: DatabaseMachine, texts: DatabaseTexts, ground: Ground) {
  const before = await send(ground, machine, 10)
  await machine.run(texts.backup)
  before.push(...(await send(ground, machine, 10)))
  await untilFinished(ground)
  const moment = await machine.psql('SELECT clock_timestamp()')
  const after = await send(ground, machine, 5)
  const last = await machine.psql('SELECT pg_walfile_name(pg_switch_wal())')
  await eventually(
    () => machine.psql('SELECT last_archived_wal FROM pg_stat_archiver'),
    archived => archived >= last,
  )
  await machine.run(texts.restore, {
    ...unitsOf(machine),
    'base-2026-11-01': 'base-*',
    '2026-11-02 14:03:00+00': moment,
    'chown -R postgres:': 'chown -R "$POSTGRES":',
  })
  await send(ground, machine, 3)
  await untilFinished(ground)
  return { ...(await examine(ground, before)), sent: before.length + 3, after: after.length }
}

/** A standby that confirms each commit, and takes over. Returns what it has then, and what it should have. */
export async function takeOver(machine: DatabaseMachine, texts: DatabaseTexts, ground: Ground) {
  const { ports } = machine
  await machine.psql(texts.replicator.replace('another long random one', PASSWORD))
  await machine.asPostgres('pg_basebackup -D "$ROOT/clusters/standby" --checkpoint=fast --wal-method=stream')
  const followed = texts.standby
    .replace('host=db1.internal', `host=127.0.0.1 port=${ports[2]}`)
    .replace('password=another', `password=${PASSWORD}`)
  await appendFile(
    machine.at('clusters/standby/postgresql.auto.conf'),
    `\n${followed}\nport = ${ports[3]}\narchive_mode = off\n`,
  )
  await machine.asPostgres('touch "$ROOT/clusters/standby/standby.signal"')
  const control = (words: string) =>
    machine.asPostgres(`${words} -D "$ROOT/clusters/standby" -w -l "$ROOT/clusters/standby.log" >/dev/null`)
  await control('pg_ctl start')
  // Of several, as the document has it besides: PostgreSQL takes the words.
  await machine.psql(
    `ALTER SYSTEM SET synchronous_standby_names = '${texts.anyOf}'; ALTER SYSTEM RESET synchronous_standby_names`,
  )
  await appendFile(machine.at(`${MAIN}/postgresql.conf`), texts.primary)
  await machine.psql('SELECT pg_reload_conf()')
  await eventually(
    () => machine.psql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"),
    following => following === '1',
  )
  const confirmed = await send(ground, machine, 5)
  await control(texts.promote)
  const ids = confirmed.map(({ eventId }) => `'${eventId}'`).join()
  const there = await machine.psql(
    `\\c millrace\nSELECT count(*) FROM millrace.events WHERE id IN (${ids})`,
    ports[3],
  )
  await machine.psql("ALTER SYSTEM SET synchronous_standby_names = ''; SELECT pg_reload_conf()")
  await machine.asPostgres('pg_ctl stop -D "$ROOT/clusters/standby" -m fast >/dev/null')
  return { confirmed: confirmed.length, there: Number(there.split('\n').at(-1)) }
}

/** The log of the primary, streamed until now. */
export async function receiveLog(machine: DatabaseMachine, texts: DatabaseTexts): Promise<string> {
  const end = await machine.psql('SELECT pg_current_wal_flush_lsn()')
  await machine.run(`mkdir received; ${texts.receive} -D received --no-loop --endpos=${end} 2>/dev/null`)
  return machine.run('ls received')
}

/** A dump into a new cluster. Returns the events that were there before and after, and whether a new one is taken. */
export async function moveToNewCluster(machine: DatabaseMachine, texts: DatabaseTexts, ground: Ground) {
  const { ports } = machine
  const count = async (port: number) =>
    (await machine.psql('\\c millrace\nSELECT count(*) FROM millrace.events', port)).split('\n').at(-1)
  const before = await count(ports[2])
  await machine.initialise(texts.initdb, 'clusters/new', `port = ${ports[3]}`)
  await machine.asPostgres('pg_ctl start -D "$ROOT/clusters/new" -w -l "$ROOT/clusters/new.log" >/dev/null')
  await writeFile(machine.at('roles.sql'), texts.roles.replace('a long random one', PASSWORD))
  await machine.run(texts.dump, {
    ...unitsOf(machine),
    '--port=5432': `--port=${ports[2]}`,
    '--port=5433': `--port=${ports[3]}`,
    '# In the new cluster, as its administrator: the roles and the empty database, with the statements of PostgreSQL above.': `psql -Xq -v ON_ERROR_STOP=1 --port=${ports[3]} --file=roles.sql postgres`,
    '# and let DATABASE_URL name the new one': `; sed -i s/localhost:${ports[2]}/localhost:${ports[3]}/ /etc/millrace/environment`,
    'npx millrace doctor': withEnvironment(machine, 'npx millrace doctor'),
  })
  return { before, after: await count(ports[3]), taken: (await send(ground, machine, 3)).length }
}
