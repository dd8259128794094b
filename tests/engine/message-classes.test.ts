import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { oneClick, postForm } from '../support/ask-page.ts'
import { eventually } from '../support/millrace.ts'
import { end, mail, reachable, sms, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** Recipients that the mail server asks to wait. */
const busy = new Set<string>()
let outside: Outside

beforeAll(async () => {
  const server = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(busy.has(address) ? Object.assign(new Error('later'), { responseCode: 450 }) : null),
  })
  const provider = await httpReceiver(response => response.writeHead(201).end('{"sid":"SM1"}'))
  outside = await openOutside({ mail: server, provider, receivers: [] })
})
beforeEach(() => outside.configure())
afterAll(() => outside.close())

const transactional = { class: 'transactional' } as const
const address = (name: string) => `${name}@example.com`
const mailTo = (email: string) => {
  const found = outside.mail.mails.filter(({ recipients }) => recipients.includes(email))
  expect(found).toHaveLength(1)
  return found[0] as (typeof found)[number]
}
const headersOf = (email: string) => mailTo(email).parsed.headers.map(({ key }) => key)

test('a transactional message reaches a guest who agreed to no marketing, in quiet hours too', async () => {
  await outside.configure({
    quiet_hours: [
      { from: '00:00', to: '12:00' },
      { from: '12:00', to: '00:00' },
    ],
  })
  await outside.workflow(
    workflow('booked', [
      { ...mail('confirm', 'text'), ...transactional },
      { ...sms('text', 'offer'), ...transactional },
      mail('offer'),
      end,
    ]),
  )
  const email = address('booked')
  const guestId = await outside.guest({ name: 'Ada', email, phone: reachable.phone })
  const runId = await outside.event(guestId, 'booked')
  await outside.until(runId, 'completed')
  expect(
    (await outside.steps(runId)).map(({ node_id, status, detail }) => [node_id, status, detail.reason]),
  ).toEqual([
    ['confirm', 'completed', undefined],
    ['text', 'completed', undefined],
    ['offer', 'skipped', 'no_consent'],
    ['end', 'completed', undefined],
  ])
  expect(headersOf(email).filter(key => key.startsWith('list-'))).toEqual([])
  expect(mailTo(email).raw).not.toContain('unsubscribe')
  expect(outside.provider.received.at(-1)?.body).toContain(encodeURIComponent(reachable.phone))
})

test('a guest who is marked as do not contact gets no transactional message either', async () => {
  await outside.workflow(workflow('marked', [{ ...mail('confirm'), ...transactional }, end]))
  const guestId = await outside.guest({ ...reachable, do_not_contact: true })
  const runId = await outside.event(guestId, 'marked')
  await outside.until(runId, 'completed')
  expect((await outside.steps(runId))[0]).toMatchObject({
    status: 'skipped',
    detail: { reason: 'do_not_contact' },
  })
})

test('marketing without a link gets a visible one, in the language of the guest, in both parts and in the header', async () => {
  await outside.workflow(workflow('news', [{ ...mail('write'), text: 'Olá' }, end]))
  const email = address('news')
  const guestId = await outside.guest({ ...reachable, email, attributes: { language: 'pt' } })
  const runId = await outside.event(guestId, 'news')
  await outside.until(runId, 'completed')
  const { parsed } = mailTo(email)
  const header = parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const url = header.replace(/[<>]/g, '')
  expect(url).toContain('/unsubscribe/')
  expect(parsed.html).toContain(`<a href="${url}"`)
  expect(parsed.html).toContain('Cancelar a subscrição')
  expect(parsed.text).toContain(`Cancelar a subscrição: ${url}`)
})

test('an e-mail of blocks arrives as HTML and as text, with what the guest is called and a way to unsubscribe', async () => {
  const { html: _none, ...written } = mail('write')
  await outside.workflow(
    workflow('blocks', [
      {
        ...written,
        preview: 'For {{ guest.name }} only',
        blocks: [
          { type: 'heading', text: 'Hello {{ guest.name }}' },
          { type: 'text', text: 'It was **lovely**, {{ guest.name | upcase }}.' },
          { type: 'button', text: 'Book', url: 'https://example.com/?guest={{ guest.name | url_encode }}' },
        ],
      },
      end,
    ]),
  )
  const email = address('blocks')
  const runId = await outside.event(await outside.guest({ ...reachable, name: 'Ada <Ö>', email }), 'blocks')
  await outside.until(runId, 'completed')
  const { html, text } = mailTo(email).parsed
  expect(html).toMatch(/<body[^>]*><div data-preview-text style="display:none[^"]*">For Ada &lt;Ö&gt; only/)
  expect(text).not.toContain('only')
  expect(html).toMatch(/<h1[^>]*>Hello Ada &lt;Ö&gt;<\/h1>/)
  expect(html).toContain('It was <strong>lovely</strong>, ADA &lt;Ö&gt;.')
  expect(html).toContain('href="https://example.com/?guest=Ada%20%3C%C3%96%3E"')
  expect(html).toMatch(/href="[^"]*\/unsubscribe\//)
  expect(text).toContain(
    'Hello Ada <Ö>\n\nIt was lovely, ADA <Ö>.\n\nBook: https://example.com/?guest=Ada%20%3C%C3%96%3E',
  )
  expect(text).toContain('/unsubscribe/')
})

test('an e-mail of blocks has the brand of the organisation, and of the venue where that differs', async () => {
  const { html: _none, ...written } = mail('write')
  await outside.configure({
    brand: { accent: '#0b5cad', background: '#102030', font: 'Georgia', footer: 'The **Vine Group**' },
  })
  await outside.venue('BRAND-1', {
    logo: { url: 'https://example.com/quay.png', alt: 'The Quay' },
    footer: 'The Quay',
  })
  await outside.workflow(workflow('brand', [{ ...written, blocks: [{ type: 'text', text: 'Hello' }] }, end]))
  const arrived = async (name: string, serials: string[]) => {
    const email = address(name)
    await outside.until(
      await outside.event(await outside.guest({ ...reachable, email }), 'brand', serials),
      'completed',
    )
    return mailTo(email).parsed
  }
  const [plain, own] = [await arrived('plain-brand', []), await arrived('own-brand', ['BRAND-1'])]
  expect(plain.html).toContain('The <strong>Vine Group</strong>')
  expect(plain.text).toContain('Hello\n\nThe Vine Group\n')
  expect(plain.html).not.toContain('quay.png')
  expect(own.html).toContain('src="https://example.com/quay.png"')
  expect(own.text).toContain('Hello\n\nThe Quay\n')
  for (const { html } of [plain, own]) {
    expect(html).toMatch(/font-family:\s*Georgia/)
    expect(html).toContain('a { color: #0b5cad }')
    // The way out can be read on navy.
    expect(html).toMatch(/href="[^"]*\/unsubscribe\/[^"]*" style="color:#ffffff/)
  }
})

test('the links of the author are the guest’s, and then no footer is added', async () => {
  await outside.workflow(
    workflow('own', [
      {
        ...mail('write', 'text'),
        html: '<p><a href="{{ links.unsubscribe }}">Stop</a> <a href="{{ links.preferences }}">Choose</a></p>',
      },
      { ...sms('text'), body: 'Stop: {{ links.unsubscribe }}' },
      end,
    ]),
  )
  const email = address('own')
  const runId = await outside.event(await outside.guest({ ...reachable, email }), 'own')
  await outside.until(runId, 'completed')
  const { html } = mailTo(email).parsed
  const [unsubscribe, preferences] = [...(html ?? '').matchAll(/href="([^"]+)"/g)].map(([, url]) => url)
  expect(unsubscribe).toMatch(/\/unsubscribe\/.+\.email\./)
  expect(preferences).toBe(unsubscribe?.replace('/unsubscribe/', '/preferences/'))
  expect(html).not.toContain('<div')
  expect(new URLSearchParams(outside.provider.received.at(-1)?.body).get('Body')).toMatch(
    /^Stop: http.*\/unsubscribe\/.+\.sms\./,
  )
})

test('who withdraws consent still gets what they asked for, and not the marketing that was under way', async () => {
  await outside.workflow(workflow('held offer', [mail('offer'), end]))
  await outside.workflow(workflow('held booking', [{ ...mail('confirm'), ...transactional }, end]))
  const email = address('held')
  busy.add(email)
  const guestId = await outside.guest({ ...reachable, email })
  const runs = {
    offer: await outside.event(guestId, 'held offer'),
    booking: await outside.event(guestId, 'held booking'),
  }
  await eventually(
    () =>
      outside.query(`SELECT FROM messages WHERE guest_id = $1 AND status = 'pending' AND error IS NOT NULL`, [
        guestId,
      ]),
    rows => rows.length === 2,
  )
  const [link] = await outside.query<{ url: string }>(
    `SELECT content ->> 'unsubscribe_url' AS url FROM messages WHERE run_id = $1`,
    [runs.offer],
  )
  // The published address is not where this server listens.
  const path = new URL((link as { url: string }).url).pathname
  await oneClick(outside.millrace.url + path)
  await outside.until(runs.offer, 'completed')
  expect((await outside.steps(runs.offer))[0]?.detail).toMatchObject({ reason: 'no_consent' })
  busy.delete(email)
  await outside.query(`UPDATE messages SET due_at = now() WHERE run_id = $1`, [runs.booking])
  await outside.until(runs.booking, 'completed')
  expect(mailTo(email).parsed.subject).toBe('Hello Ada')
})

test('who turns a topic off gets the rest, and not what was under way on the topic', async () => {
  await outside.configure({ topics: [{ id: 'events', name: 'Events' }] })
  await outside.workflow(
    workflow('gig', [
      { ...mail('gig', 'text'), topic: 'events' },
      { ...sms('text', 'news'), topic: 'events' },
      mail('news'),
      end,
    ]),
  )
  const email = address('gig')
  busy.add(email)
  const guestId = await outside.guest({ ...reachable, email })
  const runId = await outside.event(guestId, 'gig')
  const pending = `SELECT content ->> 'unsubscribe_url' AS url FROM messages
    WHERE run_id = $1 AND status = 'pending' AND error IS NOT NULL`
  const [link] = await eventually(
    () => outside.query<{ url: string }>(pending, [runId]),
    rows => rows.length === 1,
  )
  busy.delete(email)
  const page = new URL((link as { url: string }).url).pathname.replace('/unsubscribe/', '/preferences/')
  await postForm(outside.millrace.url + page, { shown: 'topic:events', do: 'save' })
  await outside.until(runId, 'completed')
  expect(
    (await outside.steps(runId)).map(({ node_id, status, detail }) => [node_id, status, detail.reason]),
  ).toEqual([
    ['gig', 'skipped', 'topic_off'],
    ['text', 'skipped', 'topic_off'],
    ['news', 'completed', undefined],
    ['end', 'completed', undefined],
  ])
  expect(mailTo(email).parsed.subject).toBe('Hello Ada')
})

test('transactional messages do not count towards the caps of marketing', async () => {
  await outside.configure({ caps: [{ channel: 'email', most: 1, within: { amount: 1, unit: 'days' } }] })
  await outside.workflow(
    workflow('capped', [
      { ...mail('one', 'two'), ...transactional },
      { ...mail('two', 'three'), ...transactional },
      mail('three', 'four'),
      mail('four'),
      end,
    ]),
  )
  const email = address('capped')
  const runId = await outside.event(await outside.guest({ ...reachable, email }), 'capped')
  await outside.until(runId, 'completed')
  expect((await outside.steps(runId)).map(({ status, detail }) => detail.reason ?? status)).toEqual([
    'completed',
    'completed',
    'completed',
    'frequency_cap',
    'completed',
  ])
})
