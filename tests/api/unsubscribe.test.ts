import { defaultSettings } from '@millrace/contract/settings'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { askPage as ask, oneClick } from '../support/ask-page.ts'
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
/** Where nobody listens. */
let closedPort: number

beforeAll(async () => {
  closedPort = await freePort()
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [closedPort] },
  })
  organisation = await millrace.organisation('Rialto & <b>Sons</b>')
  token = await organisation.token()
  await organisation.workflow(twoMails)
})
afterAll(() => millrace.stop())

const mail = (id: string, next: string) =>
  ({ id, type: 'send_email', subject: `Mail ${id}`, html: '<p>Hello</p>', next }) as const

/** A mail, and another when the guest comes again. */
const twoMails: WorkflowDefinition = {
  trigger: { source: 'till' },
  start: 'first',
  nodes: [
    mail('first', 'again'),
    {
      id: 'again',
      type: 'wait_for_event',
      events: [{ source: 'again', next: 'second' }],
      timeout: { after: { amount: 3, unit: 'days' }, next: 'end' },
    },
    mail('second', 'end'),
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

async function event(guest: string, source: string): Promise<void> {
  const json = { organisation_registration_id: guest, parameters: { source } }
  const { status } = await request(`${millrace.url}/v1/workflows/incoming-event`, { token, json })
  expect(status).toBe(200)
}

/** A guest who has got the first mail, and the address in it. */
async function written(): Promise<{ guest: string; url: string }> {
  const guest = await organisation.guest({ email: 'ada@example.com', email_consent: true, sms_consent: true })
  await event(guest, 'till')
  const { rows } = await eventually(
    () =>
      millrace.database.engine.query(
        `SELECT content ->> 'unsubscribe_url' AS url FROM messages WHERE guest_id = $1`,
        [guest],
      ),
    found => found.rows.length === 1,
  )
  return { guest, url: rows[0].url }
}

async function consentOf(guest: string) {
  const { rows } = await millrace.database.engine.query(
    'SELECT email_consent, sms_consent FROM guests WHERE id = $1',
    [guest],
  )
  return rows[0]
}

const stepsOf = async (guest: string) =>
  (
    await millrace.database.engine.query(
      `SELECT s.node_id, s.status, s.detail ->> 'reason' AS reason, r.status AS run
       FROM every_step s JOIN runs r ON r.id = s.run_id WHERE r.guest_id = $1 ORDER BY s.position`,
      [guest],
    )
  ).rows as { node_id: string; status: string; reason: string | null; run: string }[]

describe('the address in a message', () => {
  test('withdraws the consent for its channel by one POST, and the next send is skipped', async () => {
    const { guest, url } = await written()
    const page = await oneClick(url)
    expect(page.status).toBe(200)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(await consentOf(guest)).toEqual({ email_consent: false, sms_consent: true })
    await event(guest, 'again')
    const steps = await eventually(
      () => stepsOf(guest),
      found => found.at(-1)?.run === 'completed',
    )
    expect(steps.find(({ node_id }) => node_id === 'second')).toMatchObject({
      status: 'skipped',
      reason: 'no_consent',
    })
    const { rows } = await millrace.database.engine.query(
      'SELECT how, actor, value FROM consent_changes WHERE guest_id = $1 ORDER BY id DESC LIMIT 1',
      [guest],
    )
    expect(rows).toEqual([{ how: 'guest', actor: null, value: false }])
  })

  test('may be called from anywhere, as often as one likes, and with any body', async () => {
    const { guest, url } = await written()
    const answers = await Promise.all([
      oneClick(url, { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' }),
      oneClick(url),
      ask('POST', url),
      ask('POST', url, { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rows } = await millrace.database.engine.query(
      'SELECT FROM consent_changes WHERE guest_id = $1 AND NOT value',
      [guest],
    )
    expect(rows).toHaveLength(1)
  })

  test('shows a page that changes nothing by being looked at', async () => {
    const { guest, url } = await written()
    const page = await ask('GET', url)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain('Rialto &amp; &lt;b&gt;Sons&lt;/b&gt;')
    expect(page.text).toContain('<form method="post">')
    expect(page.text).not.toContain('<script')
    expect(page.text).not.toContain(guest)
    expect(await consentOf(guest)).toEqual({ email_consent: true, sms_consent: true })
  })

  test('is not found when a letter of it is another one', async () => {
    const { guest, url } = await written()
    const changed = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A')
    for (const method of ['GET', 'POST']) {
      for (const wrong of [changed, url.replace('.email.', '.sms.'), `${millrace.url}/unsubscribe/x`]) {
        const page = await ask(method, wrong)
        expect(page.status).toBe(404)
        expect(page.text).toContain('This link doesn’t work')
      }
    }
    expect(await consentOf(guest)).toEqual({ email_consent: true, sms_consent: true })
  })

  test('still says yes to someone who was erased since', async () => {
    const { guest, url } = await written()
    await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest, 'test'))
    expect((await oneClick(url)).status).toBe(200)
  })
})

test('a message that was still on its way is not tried again, and its run continues without it', async () => {
  const other = await millrace.organisation('Unlucky')
  const smtp = { host: '127.0.0.1', port: closedPort, security: 'none' }
  await millrace.database.engine.query('UPDATE organisations SET settings = $2 WHERE id = $1', [
    other.id,
    JSON.stringify({ email: { ...defaultSettings.email, smtp } }),
  ])
  await other.workflow({
    trigger: { source: 'till' },
    start: 'only',
    nodes: [mail('only', 'end'), { id: 'end', type: 'end', outcome: 'success' }],
  })
  const guest = await other.guest({ email: 'ada@example.com', email_consent: true })
  await request(`${millrace.url}/v1/workflows/incoming-event`, {
    token: await other.token(),
    json: { organisation_registration_id: guest, parameters: { source: 'till' } },
  })
  const messages = () =>
    millrace.database.engine.query(
      `SELECT status, content ->> 'unsubscribe_url' AS url FROM messages WHERE guest_id = $1 AND error IS NOT NULL`,
      [guest],
    )
  const { rows } = await eventually(messages, found => found.rows.length === 1)
  expect(rows[0].status).toBe('pending')
  await oneClick(rows[0].url)
  const steps = await eventually(
    () => stepsOf(guest),
    found => found.at(-1)?.run === 'completed',
  )
  expect(steps[0]).toMatchObject({ node_id: 'only', status: 'skipped', reason: 'no_consent' })
  expect((await messages()).rows[0].status).toBe('cancelled')
})
