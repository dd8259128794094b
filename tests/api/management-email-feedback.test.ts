import type { EmailFeedback } from '@millrace/contract/email-feedback'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askPage } from '../support/ask-page.ts'
import { simulateMailgun, simulatePostmark, simulateSendgrid } from '../support/email-providers.ts'
import { type Ground, openGround } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
})
afterAll(() => ground.millrace.stop())

interface Answer {
  readonly message: string
  readonly code: string
  readonly errors: Record<string, string[]>
}

const save = (provider: string, json: object) =>
  ground.owner.ask<Answer>('PUT', `/email-feedback/${provider}`, { json })
const list = async () => (await ground.owner.get<{ data: EmailFeedback[] }>('/email-feedback')).body.data
const of = async (name: string) => (await list()).find(({ provider }) => provider === name) as EmailFeedback

test('an owner copies the address, saves the key, sees what arrived, and turns it off', async () => {
  expect((await list()).map(({ provider, has_key }) => [provider, has_key])).toEqual([
    ['ses', false],
    ['postmark', false],
    ['sendgrid', false],
    ['mailgun', false],
  ])
  const postmark = simulatePostmark()
  const { address } = await of('postmark')
  expect(address).toBe(`${ground.millrace.url}/callbacks/email/${ground.organisation.id}/postmark`)
  const post = async () => {
    const { headers, body } = postmark.send({ RecordType: 'Open' })
    return (await askPage('POST', address, headers, body)).status
  }
  expect(await post()).toBe(404)

  // A key that was copied with a space or a line break around it.
  const saved = await save('postmark', { key: ` ${postmark.key}\n` })
  expect(saved.body.message).toBe('Postmark reports are accepted from now on.')
  expect(saved.text).not.toContain(postmark.key)
  expect(await of('postmark')).toMatchObject({ has_key: true, last_at: null, refused: 0 })
  expect(await post()).toBe(200)
  expect((await askPage('POST', address, {}, '{}')).status).toBe(401)
  expect(await of('postmark')).toMatchObject({
    recorded: 0,
    refused: 1,
    refusal: 'no_signature',
    last_at: expect.any(String),
    refused_at: expect.any(String),
  })

  const removed = await ground.owner.ask<Answer>('DELETE', '/email-feedback/postmark')
  expect(removed.body.message).toBe('Postmark reports are refused from now on.')
  expect(await post()).toBe(404)
  expect(await of('postmark')).toMatchObject({ has_key: false, refused: 1 })
  expect((await ground.owner.ask<Answer>('DELETE', '/email-feedback/postmark')).body.code).toBe(
    'email_feedback_not_found',
  )
  const audit = await ground.owner.get<{ data: { action: string; subject: string }[] }>('/audit')
  const actions = audit.body.data.filter(({ subject }) => subject === 'postmark').map(({ action }) => action)
  expect(actions).toEqual(['email_feedback.removed', 'email_feedback.saved'])
})

test.each([
  ['ses', 'arn:aws:sqs:eu-west-1:123456789012:bounces', 'SNS topic'],
  ['postmark', 'short', 'at least 16 characters'],
  ['sendgrid', simulateSendgrid().key.slice(0, 60), 'not a verification key'],
  ['mailgun', 'key', 'not a webhook signing key'],
  ['mailgun', '', ''],
  ['mailgun', '  ', ''],
])('a key of %s that is none is refused at its field: %j', async (provider, key, sentence) => {
  const { status, body } = await save(provider, { key })
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'validation_failed', ['key']])
  expect(body.errors.key?.join()).toContain(sentence)
  expect((await of(provider)).has_key).toBe(false)
})

test('an unknown provider is not there, and only owners see or change any of it', async () => {
  expect((await save('pigeon', { key: 'a-key-that-is-long-enough' })).body.code).toBe(
    'email_feedback_not_found',
  )
  const { key } = simulateMailgun()
  for (const visitor of [ground.editor, ground.viewer]) {
    expect((await visitor.get('/email-feedback')).status).toBe(403)
    expect((await visitor.ask('PUT', '/email-feedback/mailgun', { json: { key } })).status).toBe(403)
    expect((await visitor.ask('DELETE', '/email-feedback/mailgun')).status).toBe(403)
  }
})
