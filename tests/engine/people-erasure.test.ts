import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { finishErasures } from '../../server/src/erasure/finish-erasures.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { updateGuest } from '../../server/src/guests/update-guest.ts'
import { freePort } from '../support/free-port.ts'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
beforeAll(async () => {
  const closedPort = await freePort()
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [closedPort] },
  })
  organisation = await millrace.organisation()
  token = await organisation.token()
  await organisation.workflow(everything(`http://127.0.0.1:${closedPort}/`), 'Everything')
  await organisation.workflow(never, 'Never')
})
afterAll(() => millrace.stop())

const never: WorkflowDefinition = {
  trigger: { source: 'other', when: { field: 'event.parameters.note', operator: 'equals', value: 'no' } },
  start: 'end',
  nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
}

/** Every type of node leaves something about the guest; the last one waits for a receiver that never answers. */
const everything = (url: string): WorkflowDefinition => ({
  trigger: { source: 'till', re_entry: { within: null, per: 'guest' } },
  exits: [{ on: 'event', source: 'never' }],
  start: 'branch',
  nodes: [
    {
      id: 'branch',
      type: 'branch',
      cases: [{ when: { field: 'event.parameters.note', operator: 'contains', value: 'x' }, next: 'email' }],
      else: 'email',
    },
    {
      id: 'email',
      type: 'send_email',
      subject: 'Dear {{ guest.name }}',
      html: '{{ guest.attributes.secret }}',
      next: 'sms',
    },
    { id: 'sms', type: 'send_sms', body: '{{ event.parameters.note }}', next: 'points' },
    { id: 'points', type: 'award_points', points: 7, reason: 'Visit', next: 'update' },
    {
      id: 'update',
      type: 'update_guest',
      changes: [{ field: 'attributes.last', value: '{{ event.parameters.note }}' }],
      next: 'task',
    },
    {
      id: 'task',
      type: 'create_task',
      title: 'Call {{ guest.name }}',
      description: '{{ guest.phone }}',
      notify: 'desk@example.com',
      next: 'webhook',
    },
    { id: 'webhook', type: 'call_webhook', url, method: 'POST', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await millrace.database.engine.query(text, values)).rows as Row[]

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'millrace' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    for (const { row } of await query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)) {
      texts.push(`${name}: ${row}`)
    }
  }
  return texts.join('\n')
}

const linesWith = (text: string, canaries: readonly string[]) =>
  text.split('\n').filter(line => canaries.some(canary => line.toLowerCase().includes(canary.toLowerCase())))

/** The statistics of workflows and days: they must not change because a guest is deleted. */
const statistics = () =>
  query(
    `SELECT 'events' AS what, source AS key, status AS of, created_at::date AS day, count(*) AS n, count(DISTINCT guest_id) AS guests, 0 AS sum
       FROM events GROUP BY 2, 3, 4
     UNION ALL SELECT 'runs', workflow_id::text, trigger, created_at::date, count(*), count(DISTINCT guest_id), 0 FROM runs GROUP BY 2, 3, 4
     UNION ALL SELECT 'points', node_id, '', created_at::date, count(*), count(DISTINCT guest_id), sum(points) FROM points_entries GROUP BY 2, 3, 4
     UNION ALL SELECT 'messages', node_id, channel, created_at::date, count(*), count(DISTINCT guest_id), 0 FROM messages GROUP BY 2, 3, 4
     UNION ALL SELECT 'steps', node_id, detail ->> 'taken', started_at::date, count(*), count(DISTINCT run_id), 0 FROM every_step GROUP BY 2, 3, 4
     UNION ALL SELECT 'tasks', node_id, '', created_at::date, count(*), count(DISTINCT guest_id), 0 FROM tasks GROUP BY 2, 3, 4
     UNION ALL SELECT 'skipped', s ->> 'workflow_id', s ->> 'reason', created_at::date, count(*), 0, 0
       FROM events, json_array_elements(receipt -> 'skipped') s GROUP BY 2, 3, 4
     ORDER BY 1, 2, 3, 4`,
  )

interface Living {
  readonly id: string
  readonly canaries: readonly string[]
}

let people = 0

/** A guest with data everywhere. Each of the words belongs to this guest alone. */
async function live(name: string): Promise<Living> {
  const word = (what: string) => `${what}-${name}-canary`
  people += 1
  const phone = `+39${1_700_000_000 + people}`
  const json = {
    external_id: word('crm'),
    name: word('name'),
    email: `${word('mail')}@example.com`,
    phone,
    email_consent: true,
    sms_consent: true,
    tags: [word('tag')],
    attributes: { secret: word('secret') },
  }
  const headers = { 'idempotency-key': word('key') }
  const created = await request<{ guest: { id: string } }>(`${millrace.url}/v1/guests`, {
    token,
    json,
    headers,
  })
  const { id } = created.body.guest
  for (const source of ['till', 'other']) {
    const answer = await request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json: {
        organisation_registration_id: id,
        parameters: { source, note: word('note'), [`number_${name}`]: Number(phone.slice(1)) },
        [word('field')]: 1,
      },
      headers: { 'idempotency-key': word(`key-${source}`) },
    })
    expect(answer.status).toBe(200)
  }
  const further = [
    { type: 'external_id', value: word('crm') },
    { type: 'external_id', system: 'toast', value: word('toast') },
    { type: 'email', value: `${word('second')}@example.com` },
  ]
  const recorded = await request(`${millrace.url}/v1/guests`, {
    method: 'PUT',
    token,
    json: { identifiers: further },
  })
  expect(recorded.status).toBe(200)
  const sent = await request(`${millrace.url}/v1/events`, {
    token,
    json: { id: word('event'), guest: { identifiers: further.slice(1) }, parameters: { note: word('note') } },
  })
  expect(sent.status).toBe(200)
  await inTenant(millrace.database, organisation.id, tx =>
    updateGuest(
      tx,
      organisation.id,
      id,
      { attributes: { [word('attribute')]: 1 } },
      { how: 'member', actor: 'Anna' },
      async () => {},
    ),
  )
  await query(
    `INSERT INTO source_fields (organisation_id, source, key, type, seen, first_seen_at, last_seen_at, example)
     VALUES ($1, 'till', $3, 'number', 1, now(), now(), $2)`,
    [organisation.id, phone.slice(1), `number_${name}`],
  )
  await query(
    `INSERT INTO undertakings (organisation_id, id, kind, request, result, actor, status)
     VALUES ($1, $2, 'push', $3, $4, 'Anna', 'done')`,
    [
      organisation.id,
      newId(),
      JSON.stringify({ guests: [id] }),
      JSON.stringify({ sample: [{ name: word('name') }] }),
    ],
  )
  await query(
    `INSERT INTO simulations (organisation_id, workflow_id, id, name, script, expected, created_by)
     VALUES ($1, $2, $2, 'kept', $3, '{}', 'Anna')`,
    [
      organisation.id,
      newId(),
      JSON.stringify({ guest: { id, email: `${word('mail')}@example.com` }, steps: 3 }),
    ],
  )
  // The receiver of the webhook is not reachable, and the run waits for it.
  await eventually(
    () => query('SELECT FROM messages WHERE guest_id = $1 AND error IS NOT NULL', [id]),
    rows => rows.length > 0,
  )
  return { id, canaries: [id, `${name}-canary`, phone.slice(1)] }
}

test('who is erased is nowhere to be found, and what is counted stays', async () => {
  const ada = await live('ada')
  const bertha = await live('bertha')
  const before = await dump()
  const tables = new Set(linesWith(before, ada.canaries).map(line => line.split(':', 1)[0]))
  // Without any data the test would prove nothing.
  for (const table of [
    'guests',
    'guest_tags',
    'guest_identifiers',
    'consent_changes',
    'guest_edits',
    'events',
    'runs',
    'steps',
    'messages',
    'tasks',
    'watches',
    're_entries',
    'points_entries',
    'idempotent_answers',
    'source_fields',
    'undertakings',
    'simulations',
  ]) {
    expect([...tables], table).toContain(`millrace.${table}`)
  }
  const counted = await statistics()
  const hers = linesWith(before, bertha.canaries)

  const erase = () =>
    inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, ada.id, 'Anna'))
  expect(await erase()).toBeDefined()
  expect(await erase()).toBeUndefined()
  await query(`UPDATE erasures SET erased_at = now() - interval '2 minutes'`)
  expect(await inTransaction(millrace.database.engine, tx => finishErasures(tx, 10))).toBe(1)

  expect(linesWith(await dump(), ada.canaries)).toEqual([])
  expect(await statistics()).toEqual(counted)
  const [audit] = await query<{ actor: string }>(
    `SELECT actor FROM audit_entries WHERE action = 'guest.erased'`,
  )
  expect(audit).toEqual({ actor: 'Anna' })
  const cancelled = await query(`SELECT status FROM runs WHERE outcome_reason = 'the guest was deleted'`)
  expect(cancelled).toEqual([{ status: 'cancelled' }])
  expect((await request(`${millrace.url}/v1/guests/${ada.id}`, { token })).status).toBe(404)
  expect(
    (await request(`${millrace.url}/v1/guests?external_id=crm-ada-canary`, { token })).body.data,
  ).toEqual([])
  // The message of the other guest is attempted repeatedly, so only what no longer changes is compared for her.
  const resting = (lines: readonly string[]) => lines.filter(line => !/messages|message_attempts/.test(line))
  expect(resting(linesWith(await dump(), bertha.canaries))).toEqual(resting(hers))
})

test('what was being stored while someone was erased is found a little later', async () => {
  const guest = await organisation.guest({ name: 'late-canary' })
  await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest, 'Anna'))
  await query(
    `INSERT INTO events (organisation_id, id, guest_id, serials, parameters, status, receipt, created_at)
     VALUES ($1, $2, $3, '{}', '{"note": "late-canary"}', 'unrouted', '{"workflow_runs": [], "skipped": [], "warnings": []}', now())`,
    [organisation.id, newId(), guest],
  )
  const finish = () => inTransaction(millrace.database.engine, tx => finishErasures(tx, 10))
  expect(await finish()).toBe(0)
  expect(linesWith(await dump(), ['late-canary'])).toHaveLength(1)
  await query(`UPDATE erasures SET erased_at = now() - interval '2 minutes'`)
  expect(await finish()).toBe(1)
  expect(linesWith(await dump(), ['late-canary', guest])).toEqual([])
})

test('all that is stored about a person can be handed to them', async () => {
  const carla = await live('carla')
  const [other] = await query<{ id: string }>(`SELECT id FROM guests WHERE name = 'name-bertha-canary'`)
  const all = await inTenant(millrace.database, organisation.id, tx =>
    exportGuest(tx, organisation.id, carla.id),
  )
  expect(all).toMatchObject({ guest: { name: 'name-carla-canary', points: 7 } })
  for (const part of ['events', 'runs', 'steps', 'messages', 'points', 'tasks', 'consent_changes', 'edits']) {
    expect(all?.[part], part).not.toEqual([])
  }
  expect(JSON.stringify(all)).not.toContain('bertha')
  expect(other).toBeDefined()
  const nobody = await inTenant(millrace.database, organisation.id, tx =>
    exportGuest(tx, organisation.id, newId()),
  )
  expect(nobody).toBeUndefined()
})

test('a request cannot erase: only the engine may', async () => {
  const guest = await organisation.guest({ name: 'stays' })
  const erase = inTenant(millrace.database, organisation.id, tx =>
    eraseGuest(tx, organisation.id, guest, 'Anna'),
  )
  await expect(erase).rejects.toThrow('permission denied')
})
