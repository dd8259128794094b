import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts'
import { atTerminal } from '../at-terminal.fixture.ts'
import { exitCodes } from '../terminal/failure.ts'

let prepared: TestDatabase
let folder: string
const organisationId = newId()

beforeAll(async () => {
  prepared = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'millrace-workflows-'))
  await query('INSERT INTO millrace.organisations (id, name) VALUES ($1, $2)', [organisationId, 'Test'])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await prepared.drop()
})

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(prepared.connection)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const millrace = (words: string[], answer?: string) =>
  atTerminal(
    words,
    { DATABASE_URL: prepared.url, MILLRACE_DATA_DIR: folder },
    answer === undefined ? undefined : [answer],
  )

const json = async (words: string[]) => JSON.parse((await millrace([...words, '--json'])).out)

const gives = (points: number): WorkflowDefinition => ({
  trigger: { source: 'till' },
  start: 'give',
  nodes: [
    { id: 'give', type: 'award_points', points, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

function file(name: string, definition: unknown): string {
  const path = join(folder, `${newId()}.json`)
  writeFileSync(path, JSON.stringify({ millrace: 1, name, definition }))
  return path
}

describe('a workflow in a file', () => {
  test('is imported, published, exported, changed and published again', async () => {
    const created = await json(['workflows', 'import', file('Points', gives(10))])
    expect(created).toMatchObject({ result: 'created', name: 'Points', faults: [] })
    const first = await millrace(['workflows', 'publish', 'Points', '--yes'])
    expect(first).toMatchObject({ exitCode: 0, said: expect.stringContaining('Published as version 1.') })
    expect(first.out).toContain('The award_points "give" was added.\n')
    expect(first.out).toContain('No guests are in the workflow.')
    expect(await json(['workflows', 'publish', created.id, '--yes'])).toMatchObject({ published: false })
    expect((await json(['workflows', 'list'])).workflows).toMatchObject([
      { id: created.id, name: 'Points', status: 'active', version: 1, source: 'till' },
    ])

    const path = join(folder, 'exported.json')
    await millrace(['workflows', 'export', 'Points', '--file', path])
    const exported = JSON.parse(readFileSync(path, 'utf8'))
    expect(exported).toEqual({
      $schema: 'http://127.0.0.1:8080/schemas/workflow.json',
      millrace: 1,
      name: 'Points',
      description: '',
      definition: gives(10),
    })
    expect(await json(['workflows', 'import', path])).toMatchObject({ result: 'unchanged' })

    const renamed = file('Many points', gives(20))
    expect(await json(['workflows', 'import', renamed, '--workflow', created.id])).toMatchObject({
      result: 'updated',
      id: created.id,
    })
    await query(
      `INSERT INTO millrace.runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, input,
                                  created_at)
       VALUES ($1, $2, $3, 1, $2, 'event', 'waiting', '{}', now())`,
      [organisationId, newId(), created.id],
    )
    const second = await millrace(['workflows', 'publish', 'Many points', '--inside', 'end'], 'yes')
    expect(second.out).toBe(
      '"give": points was 10, and is now 20.\n1 guest is in the workflow and will end now.\n',
    )
    expect(await query('SELECT up_to_version, actor FROM millrace.run_endings')).toEqual([
      { up_to_version: 1, actor: 'cli' },
    ])
    const version = await millrace(['workflows', 'export', created.id, '--version', '1'])
    expect(JSON.parse(version.out).definition).toEqual(gives(10))
  })

  test('does not push aside what someone else has not published, unless asked to', async () => {
    await millrace(['workflows', 'import', file('Shared', gives(1))])
    const refused = await millrace(['workflows', 'import', file('Shared', gives(2))])
    expect(refused).toMatchObject({ exitCode: 1, said: expect.stringContaining('changes by cli at') })
    const forced = await json(['workflows', 'import', file('Shared', gives(2)), '--overwrite'])
    expect(forced).toMatchObject({ result: 'updated' })
  })

  test('is validated without a database, and read back when it is sound', async () => {
    const sound = await millrace(['workflows', 'validate', file('x', gives(5))])
    expect(sound).toMatchObject({ exitCode: 0 })
    expect(sound.out).toBe('When an event comes from "till" at any venue: award 5 points, end.\n')
    const broken = file('x', { ...gives(5), start: 'nowhere' })
    expect(await millrace(['workflows', 'validate', broken])).toMatchObject({
      exitCode: exitCodes.failed,
      out: 'start: The workflow starts at "nowhere", which does not exist.\n',
    })
    expect(await json(['workflows', 'validate', broken])).toMatchObject({ valid: false })
    const call = {
      type: 'call_webhook',
      method: 'POST',
      url: 'http://127.0.0.1/',
      headers: [{ name: 'Host', value: '' }],
    }
    const nodes = [{ id: 'give', ...call, next: 'end' }, gives(5).nodes[1]]
    const { faults } = await json(['workflows', 'validate', file('x', { ...gives(5), nodes })])
    expect(faults.map((fault: { path: string }) => fault.path)).toEqual([
      'nodes.0.url',
      'nodes.0.headers.0.name',
    ])
  })
})

test('`workflows publish` names transactional steps and consents that nobody confirms, and `--confirm-transactional` confirms', async () => {
  const document = {
    trigger: { source: 'confirmed' },
    start: 'agree',
    nodes: [
      { id: 'agree', type: 'update_guest', changes: [{ field: 'email_consent', value: true }], next: 'text' },
      { id: 'text', type: 'send_sms', class: 'transactional', body: 'Your table is ready.', next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }
  await query(`UPDATE millrace.organisations SET settings = '{"double_opt_in": true}' WHERE id = $1`, [
    organisationId,
  ])
  const { id } = await json(['workflows', 'import', file('Confirmed', document)])
  const refused = await millrace(['workflows', 'publish', id, '--yes'])
  expect(refused.exitCode).not.toBe(0)
  expect(refused.out).toContain('The step "agree" gives a consent to e-mail, which guests do not confirm.')
  expect(refused.out).toContain('The step "text" is transactional')
  const published = await json(['workflows', 'publish', id, '--yes', '--confirm-transactional'])
  expect(published).toMatchObject({ version: 1, published: true })
  await query(`UPDATE millrace.organisations SET settings = '{}' WHERE id = $1`, [organisationId])
})

test('`workflows publish` says how many guests of a segment it also starts for', async () => {
  const segmentId = newId()
  await query(
    `INSERT INTO millrace.segments (organisation_id, id, name, condition, created_by, counted_revision)
     VALUES ($1, $2, 'Gold', '{"field": "guest.points", "operator": "at_least", "value": 10}', 'ada', 1)`,
    [organisationId, segmentId],
  )
  for (const left of ['NULL', 'now()', 'NULL']) {
    const guestId = newId()
    await query('INSERT INTO millrace.guests (organisation_id, id) VALUES ($1, $2)', [
      organisationId,
      guestId,
    ])
    await query(
      `INSERT INTO millrace.segment_members (organisation_id, segment_id, guest_id, entered_at, left_at)
       VALUES ($1, $2, $3, now(), ${left})`,
      [organisationId, segmentId, guestId],
    )
  }
  const starts = (more: object) =>
    file('Gold', { ...gives(1), trigger: { segment: { id: segmentId, on: 'enters', ...more } } })
  const { id } = await json(['workflows', 'import', starts({})])
  expect((await millrace(['workflows', 'publish', id, '--yes'])).out).not.toContain('already')
  await json(['workflows', 'import', starts({ already_in: 'start' })])
  const published = await millrace(['workflows', 'publish', id, '--yes'])
  expect(published.out).toContain('It also starts for 2 guests who are in the segment already.')
})

test('`workflows publish` runs the kept simulations, and what one of them does not hold for is not published', async () => {
  const heard = (points: number) => file('Simulated', { ...gives(points), trigger: { source: 'simulated' } })
  const { id } = await json(['workflows', 'import', heard(5)])
  const script = {
    guest: { invented: {} },
    event: { written: { source: 'simulated' } },
    start_at: '2026-07-01T12:00:00.000Z',
    happenings: [{ advance: 'end' }],
  }
  const ended = { entered: true, path: ['give', 'end'], status: 'completed', outcome: 'success' }
  await query(
    `INSERT INTO millrace.simulations (organisation_id, workflow_id, id, name, script, expected, created_by)
     VALUES ($1, $2, $3, 'A regular', $4, $5, 'ada')`,
    [
      organisationId,
      id,
      newId(),
      JSON.stringify(script),
      JSON.stringify({ ...ended, messages: [], points: 5 }),
    ],
  )
  expect(await json(['workflows', 'publish', id, '--yes'])).toMatchObject({ version: 1, published: true })
  await json(['workflows', 'import', heard(6)])
  expect(await millrace(['workflows', 'publish', id, '--yes'])).toMatchObject({
    exitCode: 1,
    said: 'The simulation "A regular" fails: The sum of points was to be 5, and is 6.\n',
  })
  expect((await json(['workflows', 'list'])).workflows).toContainEqual(
    expect.objectContaining({ id, version: 1 }),
  )
})

describe('what cannot be done is reported in a sentence', () => {
  test.each([
    ['a file that is not there', ['import', '/nowhere.json'], 1, 'cannot be read (ENOENT)'],
    ['a workflow that is not there', ['export', 'Nobody'], 1, 'There is no workflow "Nobody".'],
    ['publishing where nobody can answer', ['publish', 'Shared'], 2, 'Pass --yes'],
    [
      'an unknown word',
      ['publish', 'Shared', '--yes', '--inside', 'out'],
      2,
      'Allowed choices are finish, end.',
    ],
    ['a version that is none', ['export', 'Shared', '--version', 'two'], 2, 'Give a whole number from 1'],
    ['a version that there is not', ['export', 'Shared', '--version', '7'], 1, 'has no version 7'],
    ['a taken source', ['publish', 'Shared', '--yes'], 1, 'go to "Many points" already'],
  ])('%s', async (_case, words, exitCode, sentence) => {
    expect(await millrace(['workflows', ...words])).toMatchObject({
      exitCode,
      said: expect.stringContaining(sentence),
    })
  })

  test('a draft that is not valid, two workflows of one name, and a person who says no', async () => {
    await millrace(['workflows', 'import', file('Broken', { ...gives(1), start: 'x' })])
    const broken = await millrace(['workflows', 'publish', 'Broken', '--yes'])
    expect(broken).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('\n  start: The workflow starts'),
    })

    const { id } = await json([
      'workflows',
      'import',
      file('Tested', { ...gives(1), trigger: { source: null } }),
    ])
    expect(await millrace(['workflows', 'publish', id], 'no')).toMatchObject({
      said: expect.stringContaining('Nothing was published.'),
    })
    await query('UPDATE millrace.workflows SET name = $1 WHERE name = $2', ['Tested', 'Broken'])
    expect(await millrace(['workflows', 'publish', 'Tested', '--yes'])).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('There are several workflows "Tested".'),
    })
  })
})

test('`workflows compare` has the server compare the draft, and says what came of it', async () => {
  await millrace(['workflows', 'import', file('Compared', gives(1))])
  expect((await millrace(['workflows', 'compare', 'Compared', '--status'])).out).toBe(
    'Nothing has been compared yet.\n',
  )
  expect((await millrace(['workflows', 'compare', 'Compared', '--days', '30'])).out).toBe(
    'Comparing: 0 of 0 events.\n',
  )
  const { job } = await json(['workflows', 'compare', 'Compared', '--status'])
  expect(job).toMatchObject({ kind: 'comparison', status: 'running', actor: 'cli' })
  const tally = { ...job.progress.draft, considered: 3, entries: 2, guests: 2 }
  const none = { count: 0, sample: [] }
  const result = {
    ...{ events: 3, since: '2026-01-01T00:00:00.000Z', until: '2026-01-31T00:00:00.000Z' },
    ...{ draft: tally, live: null, notes: ['How it was reckoned.'] },
    difference: {
      entries: 2,
      only_draft: { count: 2, sample: [] },
      only_live: none,
      messages: {},
      points: 2,
    },
  }
  await query(`UPDATE millrace.undertakings SET status = 'done', result = $2 WHERE id = $1`, [
    job.id,
    JSON.stringify(result),
  ])
  expect((await millrace(['workflows', 'compare', 'Compared', '--status'])).out).toBe(
    [
      'From 2026-01-01T00:00:00.000Z to 2026-01-31T00:00:00.000Z:',
      'Draft: 3 considered, 2 would enter (2 guests).',
      'Live: never published.',
      'Only by the draft 2 guests, only by the live version 0.',
      'How it was reckoned.\n',
    ].join('\n'),
  )
  await millrace(['workflows', 'import', file('Unsound', { ...gives(1), start: 'gone' })])
  expect(await millrace(['workflows', 'compare', 'Unsound'])).toMatchObject({
    exitCode: 1,
    said: expect.stringContaining('The draft cannot be published:'),
  })
})

test('`workflows due` lists the days on which guests were due, with the reasons of those who did not start', async () => {
  const { id } = await json(['workflows', 'import', file('Due', gives(1))])
  expect((await millrace(['workflows', 'due', 'Due'])).said).toBe('Nobody was due yet.\n')
  await query(
    `INSERT INTO millrace.schedule_days
       (organisation_id, workflow_id, day, time_zone, due_at, considered, started, skipped, missed, missed_because)
     VALUES ($1, $2, '2026-05-17', 'UTC', '2026-05-17T10:00:00Z', 5, 3, '{"re_entry_limited": 2}', 1, 'workflow_paused')`,
    [organisationId, id],
  )
  const { out } = await millrace(['workflows', 'due', 'Due'])
  expect(out).toMatch(/^2026-05-17 +UTC +5 +3 +1 \(workflow paused\) +2: ./m)
  expect((await json(['workflows', 'due', 'Due'])).days).toMatchObject([{ considered: 5, started: 3 }])
})
