import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportNetworks } from '../../server/src/access/key-networks.ts'
import { newId } from '../../server/src/base/ids.ts'
import { createChannels } from '../../server/src/channels/channels.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { deliverNotices } from '../../server/src/notices/deliver-notices.ts'
import type { AuditLine } from '../../server/src/notices/read-audit.ts'
import { streamAlerts, streamAudit } from '../../server/src/notices/stream-audit.ts'
import { watch } from '../../server/src/notices/watch.ts'
import { recordAudit } from '../../server/src/organisations/audit.ts'
import { webhookSecrets } from '../../server/src/organisations/webhook-secrets.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { httpReceiver, loopbackPolicy } from '../channels/receiver.ts'
import { signedIn, type TestMember, type Visitor, visit } from '../support/dashboard.ts'
import {
  eventually,
  newAddress,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { headed, json, sendRaw } from '../support/token-request.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let owner: Visitor & { member: TestMember }

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation('Harbour')
  const email = {
    from_name: 'Harbour',
    from_address: 'team@example.com',
    smtp: { host: 'mail.example.com', port: 587, security: 'starttls' },
  }
  await millrace.database.engine.query(
    'UPDATE organisations SET settings = settings || $2::jsonb WHERE id = $1',
    [organisation.id, JSON.stringify({ email })],
  )
  owner = await signedIn(millrace, organisation.id)
})

const record = (action: string, detail = {}) =>
  inTransaction(millrace.database.engine, tx =>
    recordAudit(tx, organisation.id, { actor: 'ada@example.com', action, subject: 'x', detail }),
  )

/** What the worker does every ten seconds. */
async function look(): Promise<void> {
  while (await watch(millrace.database));
  await inTransaction(millrace.database.engine, reportNetworks)
}

interface Raised {
  action: string
  subject: string
  detail: { sentence: string }
}
const raised = async () =>
  (await owner.get<{ data: Raised[] }>('/audit?action=alert')).body.data.map(
    ({ action, detail }) => [action, detail.sentence] as const,
  )
const written = async () =>
  (
    await millrace.database.engine.query<{
      recipient: string
      content: { subject: string; paragraphs: string[] }
    }>(
      `SELECT recipient, content FROM notices WHERE organisation_id = $1 AND kind LIKE 'alert.%' ORDER BY id`,
      [organisation.id],
    )
  ).rows

describe('an alert', () => {
  test('is in the audit log and is written to the owners, once an hour', async () => {
    await signedIn(millrace, organisation.id, { role: 'editor' })
    expect((await owner.get('/guests/export?format=csv')).status).toBe(200)
    await look()
    await owner.get('/guests/export?format=csv')
    await look()
    await look()
    const sentence = `${owner.member.email} downloaded data (guests).`
    expect(await raised()).toEqual([['alert.export', sentence]])
    expect(await written()).toMatchObject([
      {
        recipient: owner.member.email,
        content: { subject: 'Data was downloaded: Harbour', paragraphs: [sentence, expect.any(String)] },
      },
    ])
  })

  test('is posted to the address of the organisation, signed, again until it is taken, and nowhere that is not allowed', async () => {
    const sql = millrace.database.engineSql
    const sealer = createSealer({ current: 'a secret for tests only, and long enough', previous: [] })
    let status = 503
    const receiver = await httpReceiver(response => response.writeHead(status).end())
    const channels = createChannels(loopbackPolicy(receiver))
    const { body: stored } = await owner.get<{ revision: number; settings: object }>('/settings')
    const save = (alerts_url: string) =>
      owner.ask('PUT', '/settings', {
        json: { revision: stored.revision, settings: { ...stored.settings, alerts_url } },
      })
    expect(await save('http://169.254.169.254/alerts')).toMatchObject({
      status: 400,
      body: { errors: { 'settings.alerts_url': [expect.any(String)] } },
    })
    // The receiver is on this machine, where only an operator may allow it.
    await millrace.database.engine.query(
      `UPDATE organisations SET settings = settings || jsonb_build_object('alerts_url', $2::text), name = 'Harbour' WHERE id = $1`,
      [organisation.id, receiver.url],
    )
    await owner.get('/guests/export?format=csv')
    await look()
    await deliverNotices({ sql, channels, sealer })
    status = 204
    await millrace.database.engine.query('UPDATE notices SET due_at = now() WHERE due_at IS NOT NULL')
    await deliverNotices({ sql, channels, sealer })
    await deliverNotices({ sql, channels, sealer })
    const [first, second, ...more] = receiver.received
    expect(more).toEqual([])
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    const [secret] = await webhookSecrets(sql, sealer, organisation.id)
    const { body, headers } = second as NonNullable<typeof second>
    expect(new Webhook(secret as string).verify(body, headers as Record<string, string>)).toEqual({
      type: 'alert.raised',
      timestamp: expect.any(String),
      data: {
        alert: 'export',
        subject: expect.any(String),
        sentence: `${owner.member.email} downloaded data (guests).`,
        organisation_id: organisation.id,
        organisation: 'Harbour',
      },
    })
    // Who redirects alerts does not keep it from those who got them.
    const { body: now } = await owner.get<{ revision: number; settings: object }>('/settings')
    const elsewhere = { ...now.settings, alerts_url: 'https://example.com/alerts' }
    const saved = await owner.ask('PUT', '/settings', {
      json: { revision: now.revision, settings: elsewhere },
    })
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
    await deliverNotices({ sql, channels, sealer })
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '{}')).toMatchObject({
      data: { alert: 'alerts_changed', sentence: `${owner.member.email} changed where alerts are sent.` },
    })
    channels.close()
    await receiver.close()
  })

  test.each(['events', 'runs', 'members', 'outbox', 'guests'])('is raised by a file of %s', async name => {
    expect((await owner.get(`/${name}/export?format=csv`)).status).toBe(200)
    await look()
    expect((await raised()).map(([action]) => action)).toEqual(['alert.export'])
  })

  test('is raised by a file of the rows of guests that were refused', async () => {
    const { body } = await owner.post<{ guest_import: { id: string } }>('/guest-imports', { format: 'csv' })
    const path = `/guest-imports/${body.guest_import.id}/refused-rows/export`
    expect((await owner.get(path)).status).toBe(200)
    await look()
    expect(await raised()).toEqual([
      ['alert.export', `${owner.member.email} downloaded data (refused rows).`],
    ])
  })

  test('is raised by a changed sender, and by no other setting', async () => {
    await record('settings.saved', { changed: ['quiet_hours'], smtp_password: 'kept', sms_token: 'kept' })
    await look()
    expect(await raised()).toEqual([])
    // Both at once: one does not hide the other.
    const changed = ['email', 'alerts_url']
    await record('settings.saved', { changed, smtp_password: 'kept', sms_token: 'kept' })
    await look()
    expect((await raised()).toSorted()).toEqual([
      ['alert.alerts_changed', 'ada@example.com changed where alerts are sent.'],
      ['alert.sender_changed', expect.stringContaining('ada@example.com')],
    ])
  })

  test('is raised by changed single sign-on', async () => {
    await record('single_sign_on.saved', { issuer: 'https://id.example.com' })
    await look()
    expect(await raised()).toEqual([['alert.sign_in_changed', expect.stringContaining('ada@example.com')]])
  })

  test('is raised by many wrong passwords', async () => {
    const wrong = async (times: number) => {
      for (let n = 0; n < times; n++) await record('member.wrong_password')
      await look()
    }
    await wrong(19)
    expect(await raised()).toEqual([])
    await wrong(1)
    expect(await raised()).toEqual([
      ['alert.many_refusals', '20 wrong passwords or codes were given within ten minutes.'],
    ])
  })

  test('is raised by many refused requests of a key', async () => {
    const token = await organisation.token()
    const { rows } = await millrace.database.engine.query(
      'SELECT id FROM api_keys WHERE organisation_id = $1',
      [organisation.id],
    )
    const refused = (times: number) =>
      millrace.database.engine.query(
        `INSERT INTO api_requests (organisation_id, key_id, id, at, method, route, status, duration_ms, request_id)
         SELECT $1, $2, gen_random_uuid(), now(), 'GET', '/v1/guests', 403, 1, 'x' FROM generate_series(1, $3)`,
        [organisation.id, rows[0].id, times],
      )
    await refused(99)
    await request(`${millrace.url}/v1/guests`, { token })
    await look()
    expect(await raised()).toEqual([])
    await refused(1)
    await look()
    expect(await raised()).toEqual([
      ['alert.many_refusals', expect.stringContaining('100 requests of the API key')],
    ])
  })

  test('is raised by a key on a new network, and not by its first one', async () => {
    const from = (address: string) =>
      sendRaw(millrace.url, headed({ 'x-forwarded-for': address }, json())(organisation))
    for (const address of ['203.0.113.7', '203.0.113.99', '2001:db8:5:1::1', '2001:db8:5:2::1']) {
      expect((await from(address)).status).toBe(200)
    }
    await look()
    expect(await raised()).toEqual([
      [
        'alert.key_new_network',
        expect.stringMatching(/was used from 2001:db8:5::\/48, where it was not used before/),
      ],
    ])
    // A wrong secret is no use of the key.
    const wrong = headed({ 'x-forwarded-for': newAddress() }, json({ client_secret: 'wrong' }))(organisation)
    expect((await sendRaw(millrace.url, wrong)).status).toBe(400)
    const { rows } = await millrace.database.engine.query(
      'SELECT count(*) AS n FROM api_key_networks WHERE organisation_id = $1',
      [organisation.id],
    )
    expect(rows[0].n).toBe(2)
  })

  test('is raised when entries are removed from the audit log, or written without its key', async () => {
    await record('one')
    await record('two')
    await look()
    const admin = new pg.Client({
      connectionString: millrace.databaseUrl,
      options: '-c search_path=millrace_audit -c session_replication_role=replica',
    })
    await admin.connect()
    try {
      const { rows } = await admin.query(
        'SELECT max(sequence) AS last FROM entries WHERE organisation_id = $1',
        [organisation.id],
      )
      const last = Number(rows[0].last)
      await admin.query('DELETE FROM entries WHERE organisation_id = $1 AND sequence = $2', [
        organisation.id,
        last,
      ])
      await admin.query('UPDATE heads SET sequence = $2 WHERE organisation_id = $1', [
        organisation.id,
        last - 1,
      ])
    } finally {
      await admin.end()
    }
    await look()
    expect(await raised()).toEqual([
      ['alert.audit_weakened', 'The last 1 entries of the audit log were removed.'],
    ])
  })

  test('waits in the audit log where there is no mail server', async () => {
    await millrace.database.engine.query(
      `UPDATE organisations SET settings = jsonb_set(settings, '{email,smtp}', 'null') WHERE id = $1`,
      [organisation.id],
    )
    await record('members.exported')
    await look()
    expect([await raised(), await written()]).toEqual([[['alert.export', expect.any(String)]], []])
  })
})

describe('the stream of audit logs', () => {
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as AuditLine)
      .filter(({ organisation_id }) => organisation_id === organisation.id)

  test('has every entry in a file that only its owner reads, in order and once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-stream-'))
    const file = join(folder, 'audit.ndjson')
    await record('one', { text: 'a\nb' })
    while (await streamAudit(millrace.database.engineSql, file));
    await record('two')
    while (await streamAudit(millrace.database.engineSql, file));
    await streamAudit(millrace.database.engineSql, file)
    const lines = linesOf(await readFile(file, 'utf8'))
    expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map((_, index) => index + 1))
    expect(lines.slice(-2)).toMatchObject([
      { actor: 'ada@example.com', action: 'one', subject: 'x', detail: { text: 'a\nb' }, keyed: true },
      { action: 'two', hash: expect.stringMatching(/^[0-9a-f]{64}$/), at: expect.stringMatching(/Z$/) },
    ])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })

  test('is sent again after the receiver was away, and the alerts alone where they are asked for', async () => {
    const received: string[] = []
    let status = 503
    const receiver = createServer((incoming, answer) => {
      let body = ''
      incoming.on('data', chunk => {
        body += chunk
      })
      incoming.on('end', () => {
        if (status === 200) received.push(body)
        answer.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/siem`
    try {
      await record('members.exported')
      await look()
      await expect(streamAlerts(millrace.database.engineSql, target)).rejects.toThrow('answered 503')
      status = 200
      await millrace.database.engine.query(`UPDATE audit_readers SET claimed_until = '-infinity'`)
      while (await streamAlerts(millrace.database.engineSql, target));
      expect(linesOf(received.join(''))).toMatchObject([{ action: 'alert.export' }])
    } finally {
      receiver.close()
    }
  })

  test('runs in the worker, for those who configure it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-worker-stream-'))
    const [auditStream, alerts] = [join(folder, 'all'), join(folder, 'alerts')]
    const working = await startTestMillrace({ config: { auditStream, alerts } })
    try {
      const { id } = await working.organisation('Vine')
      await inTransaction(working.database.engine, tx =>
        recordAudit(tx, id, { actor: 'ada@example.com', action: 'guests.exported', subject: newId() }),
      )
      const read = () => readFile(alerts, 'utf8').catch(() => '')
      expect(await eventually(read, text => text !== '')).toContain('"action":"alert.export"')
      expect(await readFile(auditStream, 'utf8')).toContain('"action":"guests.exported"')
    } finally {
      await working.stop()
      await rm(folder, { recursive: true })
    }
  })
})

test('a stranger learns nothing of alerts: they are for owners', async () => {
  const viewer = await signedIn(millrace, organisation.id, { role: 'viewer' })
  expect((await viewer.get('/audit?action=alert')).status).toBe(403)
  expect((await visit(millrace.url).get('/audit?action=alert')).status).toBe(401)
})
