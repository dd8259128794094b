import type { EventAnswer } from '@millrace/contract/event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import {
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
  readonly token: string
  readonly guest: string
}

let millrace: TestMillrace
let senders: Sender[]

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  senders = await Promise.all(
    Array.from({ length: ORGANISATIONS }, async () => {
      const organisation = await millrace.organisation()
      await organisation.workflow(endsAtOnce({ source: 'till' }))
      return { organisation, token: await organisation.token(), guest: await organisation.guest() }
    }),
  )
  // What has been read once is remembered, and only then is there nothing to wait for in a transaction.
  for (let n = 0; n < 2; n++) await Promise.all(senders.map(sender => send(sender)))
})
afterAll(() => millrace.stop())

const send = ({ token, guest }: Sender, of = guest) =>
  request<EventAnswer & { code: string }>(`${millrace.url}/v1/workflows/incoming-event`, {
    token,
    json: { organisation_registration_id: of, parameters: { source: 'till' } },
  })

interface Stored {
  readonly organisation_id: string
  readonly guest_id: string
  readonly transaction: string
  readonly runs: number
}

async function stored(answers: readonly { body: EventAnswer }[]): Promise<Map<string, Stored>> {
  const { rows } = await millrace.database.engine.query<Stored & { id: string }>(
    `SELECT e.id, e.organisation_id, e.guest_id, e.xmin::text AS transaction, count(r.id)::int AS runs
     FROM events e LEFT JOIN runs r ON r.organisation_id = e.organisation_id AND r.event_id = e.id
     WHERE e.id = ANY ($1) GROUP BY e.id, e.organisation_id, e.guest_id, e.xmin`,
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

test('events of organisations that come together share commits, and each is stored for its own organisation', async () => {
  const { answers, rows } = await untilShared()
  expect(answers.map(({ status }) => status)).toEqual(senders.map(() => 200))
  expect(rows.size).toBe(ORGANISATIONS)
  for (const [index, { organisation, guest }] of senders.entries()) {
    const id = answers[index]?.body.event.id as string
    expect(rows.get(id)).toMatchObject({ organisation_id: organisation.id, guest_id: guest, runs: 1 })
  }
})

test('an event that cannot be accepted costs only its own organisation, and nothing is stored twice', async () => {
  const [faulty, ...others] = senders as [Sender, ...Sender[]]
  for (let n = 0; n < 5; n++) {
    const before = await countEvents()
    const [refused, ...answers] = await Promise.all([
      send(faulty, newId()),
      ...others.map(sender => send(sender)),
    ])
    expect(refused).toMatchObject({ status: 404, body: { code: 'guest_not_found' } })
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect(await countEvents()).toBe(before + others.length)
  }
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
  const asked = (who: string, sender: Sender) =>
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
