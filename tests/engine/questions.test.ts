import type { EmailBlock } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMessages } from '../../server/src/dashboard/outbox/read-messages.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { guestTimeline } from '../../server/src/guests/timeline/guest-timeline.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { askPage, postForm } from '../support/ask-page.ts'
import { eventually } from '../support/millrace.ts'
import { end, points, reachable, sms, tag, wait, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** Guests answer by the links of e-mails that a mail server has got. */

let outside: Outside
beforeAll(async () => {
  const provider = await httpReceiver(response => response.writeHead(201).end('{"sid":"SM1"}'))
  outside = await openOutside({ mail: await mailServer(), provider, receivers: [] })
  await outside.configure({ link_counting: 'all' })
  await outside.workflow(
    asks('visit', { type: 'question', text: 'How was it, {{ guest.name }}?', scale: 'stars' }),
  )
  await outside.workflow(
    asks(
      'slow',
      { type: 'question', text: 'Come again?', scale: 'yes_no', yes: 'Sure' },
      wait('pause', 'answered'),
    ),
  )
})
afterAll(() => outside.close())

/** Asks, waits for a week, and goes one way for a good answer and another one for a bad one. */
const asks = (source: string, question: EmailBlock, before?: NodeOf<'wait'>) =>
  workflow(source, [
    {
      id: 'ask',
      label: 'Ask',
      type: 'send_email',
      subject: 'A question',
      blocks: [question],
      next: before?.id ?? 'answered',
    },
    ...(before === undefined ? [] : [before]),
    {
      id: 'answered',
      type: 'wait_for_answer',
      email: 'ask',
      next: 'good',
      timeout: { after: { amount: 7, unit: 'days' }, next: 'silent' },
    },
    {
      id: 'good',
      type: 'branch',
      cases: [
        {
          when: {
            any: [
              { field: 'answers.ask', operator: 'at_least', value: 4 },
              { field: 'answers.ask', operator: 'equals', value: true },
            ],
          },
          next: 'thank',
        },
      ],
      else: 'sorry',
    },
    points('thank'),
    { ...sms('sorry'), body: 'Sorry for {{ answers.ask }}' },
    tag('silent', 'silent'),
    end,
  ])

let guests = 0

/** A new guest with the e-mail, whose run waits. */
async function asked(source: string, more: object = {}) {
  const email = `asked-${++guests}@example.com`
  const guestId = await outside.guest({ ...reachable, name: 'Ada', email, ...more })
  const runId = await outside.event(guestId, source)
  await eventually(
    () => outside.run(runId),
    ({ waiting_for }) => waiting_for?.type === 'answer' || waiting_for?.type === 'time',
  )
  const sent = outside.mail.mails.find(({ recipients }) => recipients.includes(email))?.parsed
  const links = [...(sent?.html ?? '').matchAll(/href="([^"]*\/answer\/[^"]*)"/g)].map(
    ([, href = '']) => href,
  )
  return { guestId, runId, links, text: sent?.text ?? '' }
}

const give = (link: string, answer: string) => postForm(link, { answer })
const inside = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(outside.millrace.database, outside.organisation.id, work)

test('opening an answer asks and stores nothing; sending it thanks, wakes the run and decides its way', async () => {
  const { guestId, runId, links, text } = await asked('visit')
  expect(links.map(link => link.slice(-2))).toEqual(['/1', '/2', '/3', '/4', '/5'])
  expect(text).toContain(`5 ★: ${links[4]}`)
  const page = await askPage('GET', links[4] as string)
  expect(page.text).toContain('<h1>How was it, Ada?</h1>')
  expect(page.text).toContain('value="5" required checked> 5 of 5 stars')
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(await outside.run(runId)).toMatchObject({ status: 'waiting', waiting_for: { type: 'answer' } })

  const thanks = await give(links[4] as string, '4')
  expect(thanks.text).toContain('<h1>Thank you</h1>')
  expect(thanks.text).toContain('Your answer: 4 of 5 stars')
  await outside.until(runId, 'completed')
  expect(await outside.path(runId)).toEqual(['ask', 'answered', 'good', 'thank', 'end'])

  const [message] = await inside(tx => readMessages(tx, outside.organisation.id, { runId }))
  expect(message?.answer).toEqual({ answer: 4, at: expect.any(String) })
  // Who reads the message must not be able to answer it.
  expect(JSON.stringify(message?.content)).not.toMatch(/\/answer\/[0-9a-f-]{36}\./)
  const timeline = await inside(tx =>
    guestTimeline(tx, outside.organisation.id, guestId, { after: undefined, limit: 100 }),
  )
  const sentences = timeline.map(({ entry }) => entry.sentence)
  expect(sentences).toContain('The guest answered the question of the e-mail “Ask”: 4 of 5 stars.')
  expect(sentences).toContain('The question was answered: 4 of 5 stars.')
  expect(await inside(tx => exportGuest(tx, outside.organisation.id, guestId))).toMatchObject({
    message_answers: [{ answer: 4, node_id: 'ask' }],
  })
})

test('the first answer counts, also of many at once, and a template can name it', async () => {
  const { runId, links } = await asked('visit')
  await Promise.all(Array.from({ length: 6 }, () => give(links[1] as string, '2')))
  await outside.until(runId, 'completed')
  expect((await give(links[0] as string, '5')).text).toContain('Your answer: 2 of 5 stars')
  expect((await askPage('GET', links[4] as string)).text).toContain('Your answer: 2 of 5 stars')
  expect(await outside.path(runId)).toEqual(['ask', 'answered', 'good', 'sorry', 'end'])
  expect(new URLSearchParams(outside.provider.received.at(-1)?.body).get('Body')).toMatch(/^Sorry for 2\n/)
})

test('an answer from before the run came to wait for it counts, in the guest’s language and the author’s words', async () => {
  const { runId, links } = await asked('slow', { attributes: { language: 'pt' } })
  const page = await askPage('GET', links[0] as string)
  expect(page.text).toContain('<html lang="pt">')
  expect(page.text).toContain('value="yes" required checked> Sure')
  expect(page.text).toContain('value="no" required> Não')
  expect((await give(links[0] as string, 'yes')).text).toContain('<h1>Obrigado</h1>')
  await outside.query('UPDATE runs SET resumes_at = now() WHERE id = $1', [runId])
  await outside.until(runId, 'completed')
  expect(await outside.path(runId)).toEqual(['ask', 'pause', 'answered', 'good', 'thank', 'end'])
})

test('what is no answer is asked again, and what was not sent to the guest is unknown', async () => {
  const [one, other] = [await asked('visit'), await asked('visit')]
  const link = one.links[0] as string
  for (const wrong of ['6', '0', 'yes', '', '<b>']) expect((await give(link, wrong)).status).toBe(400)
  const [, token = '', message = ''] = /\/answer\/([^/]+)\/([^/]+)/.exec(link) ?? []
  const [, otherToken = '', otherMessage = ''] =
    /\/answer\/([^/]+)\/([^/]+)/.exec(other.links[0] as string) ?? []
  const at = (proof: string, id: string) => `${outside.millrace.url}/answer/${proof}/${id}/5`
  for (const foreign of [
    at(token, otherMessage),
    at(otherToken, message),
    at(`${token.slice(0, -1)}_`, message),
    at(token, 'x'),
  ]) {
    expect((await give(foreign, '5')).status).toBe(404)
    expect((await askPage('GET', foreign)).text).toContain('This link doesn’t work')
  }
  expect(
    await outside.query('SELECT FROM message_answers WHERE run_id = ANY ($1)', [[one.runId, other.runId]]),
  ).toEqual([])
})

test('nothing is left of the answers of a deleted guest, whose links are unknown', async () => {
  const { guestId, runId, links } = await asked('visit')
  await give(links[2] as string, '3')
  await inTransaction(outside.millrace.database.engine, tx =>
    eraseGuest(tx, outside.organisation.id, guestId, 'test'),
  )
  expect(await outside.query('SELECT FROM message_answers WHERE run_id = $1', [runId])).toEqual([])
  expect((await give(links[2] as string, '3')).status).toBe(404)
})
