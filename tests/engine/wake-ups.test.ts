import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'

const ORGANISATIONS = 12
/** How the notifications of this file begin. */
const OURS = 'the last until'

let millrace: TestMillrace
let senders: { token: string; guest: string }[]
let watching: pg.Client
/** The names of the sessions that notified, by what PostgreSQL says of each notification. */
let notifiers: Promise<string>[] = []

// Without a worker in the process, every job has to be announced to others.
beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  senders = await Promise.all(
    Array.from({ length: ORGANISATIONS }, async () => {
      const organisation = await millrace.organisation()
      await organisation.workflow(endsAtOnce({ source: 'till' }))
      return { token: await organisation.token(), guest: await organisation.guest() }
    }),
  )
  watching = new pg.Client({ connectionString: millrace.databaseUrl, application_name: 'millrace test' })
  watching.on('notification', ({ processId, payload = '' }) => {
    if (!payload.startsWith(OURS)) notifiers.push(nameOf(processId))
  })
  await watching.connect()
  await watching.query('LISTEN millrace_jobs')
})
beforeEach(() => {
  notifiers = []
})
afterAll(async () => {
  await watching.end()
  await millrace.stop()
})

async function nameOf(session: number): Promise<string> {
  const { rows } = await millrace.database.engine.query(
    'SELECT application_name FROM pg_stat_activity WHERE pid = $1',
    [session],
  )
  return rows[0]?.application_name
}

/** One event of each organisation, all at once: as many transactions. */
async function sendAll(): Promise<void> {
  const answers = await Promise.all(
    senders.map(({ token, guest }) =>
      request(`${millrace.url}/v1/workflows/incoming-event`, {
        token,
        json: { organisation_registration_id: guest, parameters: { source: 'till' } },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
}

/** Everything that was notified until now has come when this has. */
async function heard(): Promise<string[]> {
  const last = `${OURS} ${performance.now()}`
  const came = new Promise<void>(resolve =>
    watching.on('notification', function until({ payload }) {
      if (payload !== last) return
      watching.off('notification', until)
      resolve()
    }),
  )
  await watching.query('SELECT pg_notify($1, $2)', ['millrace_jobs', last])
  await came
  return Promise.all(notifiers)
}

test('events are accepted without a notification in their transactions: one session notifies of many, after the commits', async () => {
  await sendAll()
  await sendAll()
  const names = await eventually(heard, said => said.length > 0)
  expect(new Set(names)).toEqual(new Set(['millrace queue']))
  expect(names.length).toBeLessThan(2 * ORGANISATIONS)
})

test('control: a notification in the transactions of events is seen', async () => {
  await watching.query(`
    CREATE FUNCTION announce() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_notify(''millrace_jobs'', ''short''); RETURN NULL; END';
    CREATE TRIGGER announced AFTER INSERT ON millrace.jobs FOR EACH STATEMENT EXECUTE FUNCTION announce()`)
  try {
    await sendAll()
    const names = await eventually(heard, said => said.includes('millrace queue'))
    expect(names).toContain('millrace')
  } finally {
    await watching.query('DROP TRIGGER announced ON millrace.jobs; DROP FUNCTION announce()')
  }
})
