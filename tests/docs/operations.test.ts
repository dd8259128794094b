import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ground } from '../support/ground.ts'
import { getToken } from '../support/millrace.ts'
import { allTrials } from '../support/trials.ts'
import { type DatabaseMachine, missingForDatabase, openDatabaseMachine } from './database-machine.ts'
import { openDocument } from './instructions.ts'
import {
  type DatabaseTexts,
  moveToNewCluster,
  receiveLog,
  restoreToMoment,
  setUp,
  takeOver,
} from './rehearse-database.ts'
import { missingForInstall, rehearseInstall } from './rehearse-install.ts'
import { type KeyMachine, openKeyMachine } from './rehearse-master-key.ts'
import { openRunbook, type Runbook } from './rehearse-runbook.ts'
import { read } from './watching.ts'

const document = openDocument('docs/operations.md', 'tests/docs/operations.test.ts')

const install = document.block('useradd')
const askedOfUnits = [
  document.command('systemctl status millrace@8081'),
  document.command('journalctl -u millrace@8081 -n 50'),
]
// Which is what the stand-in for `systemctl daemon-reload` does.
document.command('systemd-analyze verify')

test('the block of installation installs, enables and verifies, on its own root', async ({ skip }) => {
  const missing = missingForInstall()
  skip(missing !== undefined, missing)
  const installed = await rehearseInstall(install, askedOfUnits)
  expect(installed.user).toMatch(/:\/var\/lib\/millrace:\/usr\/sbin\/nologin$/)
  expect(installed.group).toBe('1')
  expect(installed.environment).toBe('600')
  expect(installed.enabled.split(/\s+/).filter(name => name.startsWith('millrace@'))).toEqual([
    'millrace@8081.service',
    'millrace@8082.service',
    'millrace@8081.socket',
    'millrace@8082.socket',
  ])
})

const access = document.command('host replication replicator … scram-sha-256')
const texts: DatabaseTexts = {
  initdb: document.command('initdb --data-checksums'),
  settings: document.settings(),
  roles: document.block('CREATE ROLE millrace_engine'),
  revoke: document.block('REVOKE millrace_audit'),
  url: document.block('DATABASE_URL='),
  migrate: document.command('npx millrace migrate'),
  doctor: document.command('npx millrace doctor'),
  backupFolder: document.block('install -d'),
  archiving: document.block('archive_command'),
  backup: document.block('pg_basebackup -D'),
  restore: document.block('restore_command ='),
  replicator: document.block('CREATE ROLE replicator'),
  standby: document.block('primary_conninfo'),
  primary: document.block('synchronous_standby_names'),
  anyOf: document.command('ANY 1 (a, b)'),
  receive: document.command('pg_receivewal --synchronous'),
  promote: document.command('pg_ctl promote'),
  dump: document.block('pg_dump'),
}

describe('a PostgreSQL of the operator', () => {
  const missing = allTrials ? missingForDatabase() : 'tried by `npm run prove -- rehearsals`'
  let machine: DatabaseMachine
  let ground: Ground
  afterAll(async () => {
    await ground?.close()
    await machine?.close()
  })

  test('is set up with what the document says, and no more', async ({ skip }) => {
    skip(missing !== undefined, missing)
    machine = await openDatabaseMachine(access)
    ground = await setUp(machine, texts)
    const rights = 'SELECT rolsuper OR rolcreaterole OR rolbypassrls OR rolreplication FROM pg_roles'
    expect(await machine.psql(`${rights} WHERE rolname = 'millrace'`)).toBe('f')
    expect(await machine.psql(`SELECT pg_has_role('millrace', 'millrace_audit', 'MEMBER')`)).toBe('f')
  })

  test('comes back to a moment from its backup and its log', async ({ skip }) => {
    skip(missing !== undefined, missing)
    const { faults, events, sent, after } = await restoreToMoment(machine, texts, ground)
    expect(faults).toEqual([])
    expect(after).toBe(5)
    expect(events).toBe(sent)
  })

  test('has its log received, and a standby that takes over', async ({ skip }) => {
    skip(missing !== undefined, missing)
    expect(await receiveLog(machine, texts)).toMatch(/^[0-9A-F]{24}\.partial$/m)
    expect(await takeOver(machine, texts, ground)).toEqual({ confirmed: 5, there: 5 })
  })

  test('moves to a new cluster by a dump', async ({ skip }) => {
    skip(missing !== undefined, missing)
    const { before, after, taken } = await moveToNewCluster(machine, texts, ground)
    expect(after).toBe(before)
    expect(taken).toBe(3)
  })
})

const restarting = document.block('systemctl restart')
const makeKey = document.command('NEW=$(openssl rand -base64 32)')
const reseal = document.command('npx millrace secrets reseal')
const discard = document.block('npx millrace secrets discard')
// Which is what the unit starts.
document.command('millrace serve')

describe('the master key', () => {
  const old = 'the master key of before and long enough'
  let machine: KeyMachine
  let made: string
  beforeAll(async () => {
    machine = await openKeyMachine(restarting)
    made = await machine.run(`${makeKey}; echo "$NEW"`)
  })
  afterAll(() => machine.close())

  test('is replaced in four steps, while each process opens what the other seals', async () => {
    await machine.restart({ MILLRACE_SECRET: old, MILLRACE_PREVIOUS_SECRETS: made })
    expect([await machine.replaceSecret(0), await machine.replaceSecret(1)]).toEqual([200, 200])
    const swapped = { MILLRACE_SECRET: made, MILLRACE_PREVIOUS_SECRETS: old }
    await machine.restart(swapped, async () => {
      expect([await machine.replaceSecret(0), await machine.replaceSecret(1)]).toEqual([200, 200])
    })
    expect(await machine.command(reseal, swapped)).toMatch(
      /^Re-encrypted \d+ stored secrets? with the current master key\.$/,
    )
    await machine.restart({ MILLRACE_SECRET: made })
    expect([await machine.replaceSecret(0), await machine.replaceSecret(1)]).toEqual([200, 200])
    await expect(machine.command(reseal, { MILLRACE_SECRET: old })).rejects.toThrow('Nothing was changed.')
  })

  test('that is lost takes with it what it sealed, and nothing else', async () => {
    const another = { MILLRACE_SECRET: 'a master key that never sealed anything yet' }
    await expect(machine.restartFirst(another)).rejects.toThrow('The master key is not the one')
    await expect(machine.command(discard, another)).rejects.toThrow('Millrace is running.')
    machine.stop()
    expect(await machine.command(discard, another)).toContain('webhook_secret')
    await machine.restartFirst(another)
    expect(await machine.replaceSecret(0)).toBe(200)
  })
})

const queued = document.command(
  'SELECT lane, claimed, count(*), max(attempt) FROM millrace.jobs GROUP BY 1, 2',
)
const listFailed = document.command("npx millrace runs list 'its workflow' --status failed")
const retry = document.command('npx millrace runs retry RUN')
const listProviders = document.command('npx millrace providers list')
const testProvider = document.command('npx millrace providers test NAME --to ADDRESS')
const tail = document.command('npx millrace events tail --why')
const whoGuesses = document.command(
  'SELECT key, cardinality(admitted) FROM millrace.strict_limits ORDER BY 2 DESC LIMIT 20',
)
const rotate = document.command('npx millrace keys rotate CLIENT_ID')
const create = document.command('npx millrace keys create')
const resetLink = document.command('npx millrace members reset-link --email ADDRESS')
const letIn = document.command('npx millrace members let-in')
const resume = document.command('npx millrace maintenance resume')
const analyse = document.command('ANALYZE')
const slots = document.command('SELECT * FROM pg_replication_slots')

describe('the runbook', () => {
  let runbook: Runbook
  beforeAll(async () => {
    runbook = await openRunbook()
  })
  afterAll(() => runbook.close())

  test('finds runs that failed, and retries them', async () => {
    await runbook.send('till')
    const run = await runbook.untilRun('failed')
    const listed = await runbook.command(listFailed, { 'its workflow': runbook.workflow })
    expect(listed).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(new RegExp(`\n${run} +failed .* The receiver answered 404\\.\n`)),
    })
    runbook.repairReceiver()
    expect(await runbook.command(retry, { RUN: run })).toMatchObject({ exitCode: 0 })
    await runbook.untilRun('completed')
  })

  test('shows which provider does not send, and tries it at once', async () => {
    const added = await runbook.command('npx millrace providers add Spare --host mail.invalid')
    expect(added).toMatchObject({ exitCode: 0 })
    const tried = await runbook.command(testProvider, { NAME: 'Spare', ADDRESS: 'ada@example.com' })
    expect(tried).toMatchObject({ exitCode: 1, said: 'The name mail.invalid has no address.\n' })
    expect((await runbook.command(listProviders)).out).toMatch(/Spare/)
  })

  test('shows why an event matched no workflow', async () => {
    await runbook.send('tills')
    const shown = await runbook.command(tail, {}, '--since', '1h', '--source', 'tills', '--limit', '1')
    expect(shown.out).toMatch(/ unmatched .*\n {2}No active workflow listens to the source "tills"\.\n$/)
  })

  test('finds who gives wrong credentials, and gives new ones', async () => {
    const { clientId } = runbook.organisation
    await expect(getToken(runbook.millrace.url, { clientId, clientSecret: 'an old one' })).rejects.toThrow(
      'invalid_client',
    )
    const { rows } = await runbook.millrace.database.engine.query<{ key: string }>(whoGuesses)
    const keys = rows.map(({ key }) => key)
    const address = keys.find(key => key.startsWith('failures:'))?.slice('failures:'.length)
    expect(keys).toContain(`pair:${address} ${clientId}`)
    expect(await runbook.command(rotate, { CLIENT_ID: clientId })).toMatchObject({ exitCode: 0 })
    const limited = await runbook.command(create, {}, '--name', 'limited', '--requests-per-minute', '60')
    expect(limited.exitCode).toBe(0)
  })

  test('has old data deleted again when the clock was right', async () => {
    const { engine } = runbook.millrace.database
    await engine.query('UPDATE maintenance SET stopped_at = now()')
    expect((await runbook.command(resume)).out).toMatch(/^Old data is deleted again\./)
    expect((await runbook.command(resume)).out).toMatch(/Nothing was changed\.\n$/)
  })

  test('lets the last owner in, and asks PostgreSQL what it says', async () => {
    const email = await runbook.member()
    expect((await runbook.command(resetLink, { ADDRESS: email })).out).toMatch(/^http:.*#/)
    expect((await runbook.command(letIn)).out).toContain('members can sign in with a password')
    const { engine } = runbook.millrace.database
    await engine.query(analyse)
    expect((await engine.query(slots)).rows).toEqual([])
    expect((await engine.query(queued)).fields.map(({ name }) => name)).toEqual([
      'lane',
      'claimed',
      'count',
      'max',
    ])
  })
})

const untried = [document.command('pg_upgradecluster 15 main'), document.command('pg_upgrade --link')]

test('what was not tried is said to be so', () => {
  expect(untried).toHaveLength(2)
  expect(read('docs/operations.md')).toMatch(/`pg_upgrade --link` is quicker,[^.;]*;\s+that was not tried\./)
})

// tests/docs/named-commands.test.ts looks at all of npm's.
document.everyOf('npm run ')

test('every block and every command of docs/operations.md is run by one of these trials', () => {
  expect(document.untaken()).toEqual([])
})
