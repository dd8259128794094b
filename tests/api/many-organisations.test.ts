import type { EventAnswer } from '@millrace/contract/event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashCredential } from '../../server/src/access/credential.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import {
  type Answer,
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'

const ORGANISATIONS = 12

interface Sender {
  readonly organisation: TestOrganisation
  readonly workflow: string
  readonly visits: boolean
  readonly token: string
  readonly guest: string
}

let millrace: TestMillrace
let senders: Sender[]

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  senders = await Promise.all(
    Array.from({ length: ORGANISATIONS }, async (_, index) => {
      const organisation = await millrace.organisation()
      const workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
      // To every second one, what its till sends is a visit.
      const visits = index % 2 === 0
      if (visits)
        await millrace.database.engine.query(
          `INSERT INTO source_meanings (organisation_id, source, kind, amount) VALUES ($1, 'till', 'visit', 'total')`,
          [organisation.id],
        )
      const guest = await organisation.guest()
      return { organisation, workflow, visits, token: await organisation.token(), guest }
    }),
  )
  // What has been read once is remembered, and only then is there nothing to wait for in a transaction.
  for (let n = 0; n < 2; n++) await Promise.all(senders.map(sender => send(sender)))
})
afterAll(() => millrace.stop())

const send = ({ token, guest }: Pick<Sender, 'token' | 'guest'>, of = guest) =>
  request<EventAnswer & { code: string }>(`${millrace.url}/v1/workflows/incoming-event`, {
    token,
    json: { organisation_registration_id: of, parameters: { source: 'till', total: 12.5 } },
  })

interface Stored {
  readonly organisation_id: string
  readonly guest_id: string
  readonly transaction: string
  readonly runs: string[]
  readonly jobs: number
  readonly visits: string[]
}

async function stored(answers: readonly { body: EventAnswer }[]): Promise<Map<string, Stored>> {
  const { rows } = await millrace.database.engine.query<Stored & { id: string }>(
    `SELECT e.id, e.organisation_id, e.guest_id, e.xmin::text AS transaction,
       ARRAY(SELECT workflow_id::text FROM runs r
             WHERE (r.organisation_id, r.event_id, r.guest_id) = (e.organisation_id, e.id, e.guest_id)) AS runs,
       (SELECT count(*) FROM jobs j JOIN runs r ON j.data::jsonb @> jsonb_build_array(jsonb_build_array(r.id, 0))
        WHERE j.organisation_id = e.organisation_id AND r.event_id = e.id) AS jobs,
       ARRAY(SELECT amount::text FROM visits v
             WHERE (v.organisation_id, v.event_id, v.guest_id) = (e.organisation_id, e.id, e.guest_id)) AS visits
     FROM events e WHERE e.id = ANY ($1)`,
    [answers.map(({ body }) => body.event.id)],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

const countEvents = async () =>
  (await millrace.database.engine.query('SELECT count(*) FROM events')).rows[0].count as number

/** Everyone at once, until some of them shared a transaction: how many come together is up to the machine. */
const untilShared = () =>
  eventually(
    async () => {
      const answers = await Promise.all(senders.map(sender => send(sender)))
      const rows = await stored(answers)
      return { answers, rows, transactions: new Set([...rows.values()].map(row => row.transaction)).size }
    },
    ({ transactions }) => transactions < ORGANISATIONS / 2,
  )

test('events of organisations that come together share transactions, and each is stored for its own organisation', async () => {
  const { answers, rows } = await untilShared()
  expect(rows.size).toBe(ORGANISATIONS)
  for (const [index, { organisation, workflow, guest, visits }] of senders.entries()) {
    const { status, body } = answers[index] as Answer<EventAnswer>
    expect({ status, ...rows.get(body.event.id) }).toMatchObject({
      status: 200,
      organisation_id: organisation.id,
      guest_id: guest,
      runs: [workflow],
      jobs: 1,
      visits: visits ? ['12.5000'] : [],
    })
    expect(body.event).toMatchObject({
      organisation_id: organisation.id,
      organisation_registration_id: guest,
      workflow_runs: [{ workflow_id: workflow }],
    })
  }
})

test('several callers of an organisation are stored together with others, each of their events once', async () => {
  const callers = senders.slice(0, 4).flatMap(sender => [sender, sender, sender])
  const { answers, rows } = await eventually(
    async () => {
      const answers = await Promise.all(callers.map(sender => send(sender)))
      return { answers, rows: await stored(answers) }
    },
    // A transaction that has two events of one organisation and one of another.
    ({ rows }) =>
      [...Map.groupBy(rows.values(), row => row.transaction).values()].some(together => {
        const organisations = new Set(together.map(row => row.organisation_id)).size
        return organisations > 1 && organisations < together.length
      }),
  )
  expect(rows.size).toBe(callers.length)
  for (const [index, { organisation, workflow, guest, visits }] of callers.entries())
    expect(rows.get(answers[index]?.body.event.id as string)).toMatchObject({
      organisation_id: organisation.id,
      guest_id: guest,
      runs: [workflow],
      jobs: 1,
      visits: visits ? ['12.5000'] : [],
    })
})

test('an event that cannot be accepted costs only its own organisation, and nothing is stored twice', async () => {
  const [faulty, other, ...others] = senders as [Sender, Sender, ...Sender[]]
  const revoked = await faulty.organisation.token()
  expect((await send({ ...faulty, token: revoked })).status).toBe(200)
  await millrace.database.engine.query('UPDATE access_tokens SET revoked_at = now() WHERE hash = $1', [
    hashCredential(revoked),
  ])
  const faults = [
    [() => send(faulty, newId()), 404, 'guest_not_found'],
    // A guest of another organisation in the same transaction.
    [() => send(faulty, other.guest), 404, 'guest_not_found'],
    [() => send({ ...faulty, token: revoked }), 401, 'unauthenticated'],
  ] as const
  for (const [sendFaulty, status, code] of faults) {
    await untilShared()
    const before = await countEvents()
    const [refused, ...answers] = await Promise.all([
      sendFaulty(),
      ...[other, ...others].map(sender => send(sender)),
    ])
    expect(refused).toMatchObject({ status, body: { code } })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await countEvents()).toBe(before + answers.length)
  }
})

test('a workflow that is paused meanwhile does not run for the events that come after it', async () => {
  const [changing] = senders as [Sender]
  const set = (status: string) =>
    millrace.database.engine.query('UPDATE workflows SET status = $2 WHERE id = $1', [
      changing.workflow,
      status,
    ])
  await untilShared()
  await set('paused')
  const [answer, ...others] = await Promise.all(senders.map(sender => send(sender)))
  expect(answer?.body.event).toMatchObject({
    workflow_runs: [],
    skipped: [{ workflow_id: changing.workflow, reason: 'workflow_paused' }],
  })
  expect(others.map(({ body }) => body.event.workflow_runs.length)).toEqual(others.map(() => 1))
  await set('active')
})

test('an organisation that waits for a lock waits alone', async () => {
  const others = senders.slice(1)
  const organisation = await millrace.organisation()
  const re_entry = { within: { amount: 1, unit: 'hours' }, per: 'guest' } as const
  const workflow = await organisation.workflow(endsAtOnce({ source: 'till', re_entry }))
  const held = { organisation, token: await organisation.token(), guest: await organisation.guest() }
  for (let n = 0; n < 2; n++) expect((await send(held)).status).toBe(200)
  await untilShared()
  const order: string[] = []
  const asked = (who: string, sender: Pick<Sender, 'token' | 'guest'>) =>
    send(sender).then(answer => {
      order.push(who)
      return answer
    })
  const waiting = await inTransaction(millrace.database.engine, async tx => {
    // As another process does that lets the same guest in, and has not committed yet.
    await tx.query('SELECT FROM re_entries WHERE workflow_id = $1 AND guest_id = $2 FOR UPDATE', [
      workflow,
      held.guest,
    ])
    const first = asked('held', held)
    const answers = await Promise.all(others.map(sender => asked('other', sender)))
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
    return { first }
  })
  expect((await waiting.first).status).toBe(200)
  expect(order.at(-1)).toBe('held')
})
