import { createHmac } from 'node:crypto'
import { request as send } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { writeSecret } from '../../server/src/organisations/secrets.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

const TOKEN = 'the token of the account'
let millrace: TestMillrace
let organisation: TestOrganisation
let messageId: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  const sealer = createSealer((await loadSecrets(millrace.config)).master)
  await inTransaction(millrace.database.engine, tx =>
    writeSecret(tx, sealer, organisation.id, 'sms_token', TOKEN),
  )
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  messageId = await message('sent', 'SM1')
})

async function message(status: string, providerId: string | null, channel = 'sms'): Promise<string> {
  const id = newId()
  await millrace.database.engine.query(
    `INSERT INTO messages (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, provider_id,
                           created_at)
     VALUES ($1, $2, $2, 'n', $2, $5, '+39', '{}', $3, $4, now())`,
    [organisation.id, id, status, providerId, channel],
  )
  return id
}

async function stored(id = messageId) {
  const { rows } = await millrace.database.engine.query('SELECT status, error FROM messages WHERE id = $1', [
    id,
  ])
  return rows[0]
}

interface Report {
  readonly status?: string
  readonly fields?: Record<string, string>
  readonly id?: string
  readonly organisationId?: string
  readonly token?: string
  /** What is sent instead of what was signed. */
  readonly sent?: Record<string, string>
}

/** What the provider sends: a form, signed over the address and the sorted fields. */
function report({
  status = 'delivered',
  fields = {},
  id = messageId,
  ...rest
}: Report = {}): Promise<number> {
  const { organisationId = organisation.id, token = TOKEN } = rest
  const url = `${millrace.url}/callbacks/sms/${organisationId}/${id}`
  const form: Record<string, string> = { MessageSid: 'SM1', MessageStatus: status, ...fields }
  const listed = Object.keys(form)
    .sort()
    .map(name => name + form[name])
    .join('')
  const signature = createHmac('sha1', token)
    .update(url + listed)
    .digest('base64')
  return post(url, new URLSearchParams({ ...form, ...rest.sent }).toString(), signature)
}

function post(url: string, body: string, signature?: string): Promise<number> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(signature === undefined ? {} : { 'x-twilio-signature': signature }),
  }
  return new Promise((resolve, reject) => {
    const sent = send(url, { method: 'POST', headers }, response => {
      response.resume()
      resolve(response.statusCode as number)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('a report of the provider', () => {
  test('says that a message was delivered, or was not and why', async () => {
    expect(await report()).toBe(204)
    expect(await stored()).toEqual({ status: 'delivered', error: null })
    const other = await message('sent', 'SM1')
    expect(await report({ id: other, status: 'undelivered', fields: { ErrorCode: '30003' } })).toBe(204)
    expect(await stored(other)).toMatchObject({ status: 'undelivered', error: { code: '30003' } })
  })

  test.each([
    [['sent', 'delivered', 'sent', 'undelivered', 'queued'], 'delivered'],
    [['undelivered', 'sent'], 'undelivered'],
    [['failed', 'delivered'], 'delivered'],
    [['queued', 'sending', 'sent'], 'sent'],
    [['something new'], 'sent'],
  ])('in the order %j leaves the message %s', async (statuses, expected) => {
    for (const status of statuses) expect(await report({ status })).toBe(204)
    expect((await stored()).status).toBe(expected)
  })

  test('that comes before the sending has been noted takes effect when it is', async () => {
    const early = await message('pending', null)
    expect(await report({ id: early })).toBe(204)
    expect((await stored(early)).status).toBe('pending')
    await millrace.database.engine.query(`UPDATE messages SET status = 'sent' WHERE id = $1`, [early])
    expect((await stored(early)).status).toBe('delivered')
  })

  test('about another sending of the same message changes nothing', async () => {
    expect(await report({ fields: { MessageSid: 'SM2' } })).toBe(204)
    expect((await stored()).status).toBe('sent')
  })
})

describe('what is not from the provider', () => {
  test('is refused, and changes nothing', async () => {
    expect(await report({ token: 'a guess' })).toBe(403)
    expect(await report({ sent: { MessageStatus: 'undelivered' } })).toBe(403)
    const url = `${millrace.url}/callbacks/sms/${organisation.id}/${messageId}`
    expect(await post(url, 'MessageSid=SM1&MessageStatus=delivered')).toBe(403)
    expect((await stored()).status).toBe('sent')
  })

  test('is refused where the organisation has no account', async () => {
    const other = await millrace.organisation()
    const id = newId()
    await millrace.database.engine.query(
      `INSERT INTO messages (organisation_id, id, run_id, node_id, channel, recipient, content, status, created_at)
       VALUES ($1, $2, $2, 'n', 'sms', '', '{}', 'sent', now())`,
      [other.id, id],
    )
    expect(await report({ organisationId: other.id, id, token: '' })).toBe(403)
  })

  test('finds no message of another organisation, none that is not an SMS, and none that never was', async () => {
    const other = await millrace.organisation()
    expect(await report({ organisationId: other.id })).toBe(404)
    expect(await report({ id: await message('sent', 'SM1', 'email') })).toBe(404)
    expect(await report({ id: newId() })).toBe(404)
    expect(await report({ id: 'x' })).toBe(404)
    expect((await stored()).status).toBe('sent')
  })
})
