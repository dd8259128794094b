import type { NodeOf } from '@millrace/contract/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMessages } from '../../server/src/dashboard/outbox/read-messages.ts'
import { countNodes } from '../../server/src/dashboard/workflows/count-nodes.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { guestTimeline } from '../../server/src/guests/timeline/guest-timeline.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { askPage, postForm } from '../support/ask-page.ts'
import { eventually } from '../support/millrace.ts'
import { end, mail, points, reachable, tag, wait, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** Clicks are made as a browser makes them, on the links of e-mails that a mail server has got. */

let outside: Outside
let workflowId: string
const MENU = 'https://rialto.example/menu?for=Ada&x=1'

beforeAll(async () => {
  outside = await openOutside({
    mail: await mailServer(),
    provider: await httpReceiver(),
    receivers: [],
  })
  const links = {
    html: '<a href="https://rialto.example/menu?for={{ guest.name }}&amp;x=1">Menu</a> <a href="mailto:a@example.com">Write</a>',
    text: 'Menu: https://rialto.example/menu?for={{ guest.name }}&x=1',
  }
  workflowId = await outside.workflow(workflow('news', [{ ...mail('write'), ...links, label: 'News' }, end]))
  await outside.workflow(workflow('booking', [{ ...mail('write'), ...links, class: 'transactional' }, end]))
})
afterAll(() => outside.close())

/** One link or another, and whether it was clicked within three days. */
const invitation = (source: string, url?: string, before?: NodeOf<'wait'>) =>
  workflow(source, [
    {
      ...mail('invite', before?.id ?? 'interested'),
      html: '<a href="https://rialto.example/menu">Menu</a> <a href="https://rialto.example/book?table=2">Book</a>',
    },
    ...(before === undefined ? [] : [before]),
    {
      id: 'interested',
      type: 'wait_for_click',
      email: 'invite',
      ...(url === undefined ? {} : { url }),
      next: 'offer',
      timeout: { after: { amount: 3, unit: 'days' }, next: 'remind' },
    },
    points('offer'),
    tag('remind', 'reminded'),
    end,
  ])

/** Starts it for a new guest. Returns the run, waiting, and the addresses of the two links. */
async function invite(source: string) {
  const email = `guest-${++guests}@example.com`
  const guestId = await outside.guest({ ...reachable, email })
  const runId = await outside.event(guestId, source)
  await eventually(
    () => outside.run(runId),
    ({ waiting_for }) => waiting_for?.type === 'click' || waiting_for?.type === 'time',
  )
  const sent = outside.mail.mails.find(({ recipients }) => recipients.includes(email))?.parsed.html ?? ''
  const [menu = '', book = ''] = [...sent.matchAll(/href="([^"]*\/l\/[^"]*)"/g)].map(([, href]) => href)
  return { runId, menu, book }
}

const turn = (runId: string) => outside.query('UPDATE runs SET resumes_at = now() WHERE id = $1', [runId])

let guests = 0

/** What a new guest finds in their mailbox. */
async function receive(source = 'news') {
  const email = `guest-${++guests}@example.com`
  const guestId = await outside.guest({ ...reachable, name: 'Ada', email })
  const runId = await outside.event(guestId, source)
  await outside.until(runId, 'completed')
  const sent = outside.mail.mails.find(({ recipients }) => recipients.includes(email))?.parsed
  const hrefs = [...(sent?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  return { guestId, runId, hrefs, text: sent?.text ?? '', link: hrefs[0] as string }
}

const click = (link: string, headers: Record<string, string> = {}, method = 'GET') =>
  askPage(method, link, headers)

const inside = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(outside.millrace.database, outside.organisation.id, work)

const clicksOf = async (runId: string) =>
  (await inside(tx => readMessages(tx, outside.organisation.id, { runId })))[0]?.clicks

test('nothing is counted unless the organisation wants it, and then only where it does', async () => {
  await outside.configure()
  expect((await receive()).link).toBe('https://rialto.example/menu?for=Ada&amp;x=1')
  await outside.configure({ link_counting: 'marketing' })
  expect((await receive('booking')).link).toContain('rialto.example')
  await outside.configure({ link_counting: 'all' })
  expect((await receive('booking')).link).toContain(`${outside.millrace.url}/l/`)
})

test('a click is stored with the message, leads to the page without a cookie, and is shown everywhere', async () => {
  await outside.configure({ link_counting: 'marketing' })
  const { guestId, runId, hrefs, text, link } = await receive()
  const [, write, ...own] = hrefs
  expect(link).toMatch(new RegExp(`^${outside.millrace.url}/l/[\\w-]+$`))
  expect(write).toBe('mailto:a@example.com')
  expect(own).toHaveLength(2)
  for (const url of own) expect(url).toMatch(/\/(unsubscribe|preferences)\//)
  expect(text).toContain(`Menu: ${link}`)

  const answer = await click(link)
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe(MENU)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['cache-control']).toBe('no-store')
  await click(link)
  expect(await clicksOf(runId)).toEqual([
    { url: MENU, clicks: 2, first_at: expect.any(String), last_at: expect.any(String) },
  ])
  // What is stored of the message leads where it was written to lead: looking at it counts nothing.
  const [message] = await inside(tx => readMessages(tx, outside.organisation.id, { runId }))
  expect(message?.content.html).not.toContain('/l/')
  const timeline = await inside(tx =>
    guestTimeline(tx, outside.organisation.id, guestId, { after: undefined, limit: 100 }),
  )
  expect(timeline.map(({ entry }) => entry.sentence)).toContain(
    `Clicked a link in the e-mail “News”: ${MENU}, 2 times so far.`,
  )
  const counts = await inside(tx => countNodes(tx, outside.organisation.id, workflowId, null))
  expect(counts.nodes.find(({ node_id }) => node_id === 'write')?.clicked).toBe(1)
  expect(await inside(tx => exportGuest(tx, outside.organisation.id, guestId))).toMatchObject({
    message_clicks: [{ url: MENU, clicks: 2, run_id: runId, node_id: 'write' }],
  })
})

test('programs that look at a link, and links that were not in a message, count nothing', async () => {
  await outside.configure({ link_counting: 'marketing' })
  const { runId, link } = await receive()
  expect((await click(link, {}, 'HEAD')).status).toBe(302)
  for (const [name, value] of [
    ['purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['x-moz', 'prefetch'],
  ] as const)
    expect((await click(link, { [name]: value })).headers.location).toBe(MENU)
  const foreign = await click(`${link.slice(0, -6)}AAAAAA`)
  expect(foreign.status).toBe(404)
  expect(foreign.headers.location).toBeUndefined()
  expect(foreign.text).toContain('This link doesn’t work')
  expect(await clicksOf(runId)).toEqual([])
})

test('a guest who objects on their page is not counted, neither by old links nor by new ones', async () => {
  await outside.configure({ link_counting: 'marketing' })
  const { guestId, runId, hrefs, link } = await receive()
  const preferences = hrefs.find(url => url.includes('/preferences/')) as string
  expect((await askPage('GET', preferences)).text).toContain('Count which links in e-mails I open')
  await postForm(preferences, [
    ['shown', 'topic:@clicks'],
    ['do', 'save'],
  ])
  expect((await click(link)).headers.location).toBe(MENU)
  expect(await clicksOf(runId)).toEqual([])
  const next = await outside.event(guestId, 'news')
  await outside.until(next, 'completed')
  expect(outside.mail.mails.at(-1)?.parsed.html).not.toContain('/l/')
  const timeline = await inside(tx =>
    guestTimeline(tx, outside.organisation.id, guestId, { after: undefined, limit: 100 }),
  )
  expect(timeline.map(({ entry }) => entry.sentence)).toContain(
    'The guest objected to click counting: by the preference page, “Count which links in e-mails I open”.',
  )
})

test('the link of a deleted guest leads to its page, and nothing is left of their clicks', async () => {
  await outside.configure({ link_counting: 'marketing' })
  const { guestId, runId, link } = await receive()
  await click(link)
  await inTransaction(outside.millrace.database.engine, tx =>
    eraseGuest(tx, outside.organisation.id, guestId, 'test'),
  )
  expect((await click(link)).headers.location).toBe(MENU)
  expect(await outside.query('SELECT FROM message_clicks WHERE run_id = $1', [runId])).toEqual([])
})

test('an organisation that turns counting off counts nothing more', async () => {
  await outside.configure({ link_counting: 'marketing' })
  const { runId, link } = await receive()
  await outside.configure()
  expect((await click(link)).headers.location).toBe(MENU)
  expect(await clicksOf(runId)).toEqual([])
})

test('a run waits for a click, and many at once wake it once', async () => {
  await outside.configure({ link_counting: 'marketing' })
  await outside.workflow(invitation('invited'))
  const { runId, menu, book } = await invite('invited')
  await Promise.all(Array.from({ length: 12 }, (_, n) => click(n % 2 === 0 ? menu : book)))
  await outside.until(runId, 'completed')
  expect(await outside.path(runId)).toEqual(['invite', 'interested', 'offer', 'end'])
  expect((await outside.steps(runId))[1]?.detail).toMatchObject({ taken: 'clicked' })
  expect((await clicksOf(runId))?.map(({ clicks }) => clicks)).toEqual([6, 6])
})

test('a run that waits for one address continues with that one, and after its time without', async () => {
  await outside.configure({ link_counting: 'marketing' })
  await outside.workflow(invitation('invited to book', 'https://rialto.example/book'))
  const { runId, menu, book } = await invite('invited to book')
  await click(menu)
  expect(await outside.run(runId)).toMatchObject({ status: 'waiting', current_node_id: 'interested' })
  await click(book)
  await outside.until(runId, 'completed')
  expect((await outside.steps(runId))[1]?.detail).toMatchObject({
    url: 'https://rialto.example/book?table=2',
  })

  const late = await invite('invited to book')
  await turn(late.runId)
  await outside.until(late.runId, 'completed')
  expect(await outside.path(late.runId)).toEqual(['invite', 'interested', 'remind', 'end'])
  // Too late for the run, and still a click.
  await click(late.book)
  expect(await clicksOf(late.runId)).toHaveLength(1)
})

test('a click from before the run came to wait for it counts', async () => {
  await outside.configure({ link_counting: 'marketing' })
  await outside.workflow(invitation('invited early', undefined, wait('pause', 'interested')))
  const { runId, menu } = await invite('invited early')
  await click(menu)
  expect(await outside.run(runId)).toMatchObject({ status: 'waiting', current_node_id: 'pause' })
  await turn(runId)
  await outside.until(runId, 'completed')
  expect(await outside.path(runId)).toEqual(['invite', 'pause', 'interested', 'offer', 'end'])
})
