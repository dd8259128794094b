import { defaultSettings } from '@millrace/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { writeSecret } from '../../server/src/organisations/secrets.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { type Ground, openGround, sendEvent, settled } from './management-ground.ts'

let ground: Ground
let mails: Awaited<ReturnType<typeof mailServer>>
let texts: Awaited<ReturnType<typeof httpReceiver>>
beforeAll(async () => {
  mails = await mailServer()
  texts = await httpReceiver(response => response.writeHead(201).end('{"sid":"SM1"}'))
  ground = await openGround({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mails.port, texts.port] },
  })
})
afterAll(async () => {
  await ground.millrace.stop()
  await mails.close()
  await texts.close()
})

const when = '{{ "2026-05-17T12:00:00Z" | date: "full" }}'
const text = (words: string) => ({ type: 'text', text: words })
const mail = {
  id: 'mail',
  type: 'send_email',
  subject: 'Hello {{ guest.name }}',
  preview: 'English',
  blocks: [text(`On ${when}`)],
  translations: {
    de: { subject: 'Hallo {{ guest.name }}', blocks: [text(`Am ${when}`), { type: 'piece', piece: 'fuss' }] },
    'pt-BR': { subject: 'Oi {{ guest.name }}', html: '<p>Tudo bem?</p>', text: 'Tudo bem?' },
  },
  next: 'sms',
}
const sms = {
  id: 'sms',
  type: 'send_sms',
  body: 'Hello',
  translations: { de: { body: 'Hallo' }, 'pt-BR': { body: 'Oi' } },
  next: 'end',
}
const documentOf = (nodes: object[], rest: object = {}) => ({
  trigger: { source: 'till' },
  languages: ['de', 'pt-BR'],
  start: 'mail',
  nodes: [...nodes, { id: 'end', type: 'end', outcome: 'success' }],
  ...rest,
})

async function draft(document: object) {
  const { body } = await ground.owner.post<{ workflow: { id: string } }>('/workflows', { name: 'Hello' })
  const { id } = body.workflow
  await ground.owner.ask('PUT', `/workflows/${id}/draft`, { json: { revision: 0, document } })
  return id
}
const publish = (id: string) =>
  ground.owner.post(`/workflows/${id}/publish`, { revision: 1, inside: 'finish' })
async function faultsOf(document: object) {
  const id = await draft(document)
  const { body } = await ground.owner.post<{ faults: { path: string; node: string; message: string }[] }>(
    `/workflows/${id}/validate`,
    {},
  )
  // Another workflow of these tests has the source.
  const own = body.faults.filter(({ path }) => path !== 'trigger.source')
  return own.map(({ path, node, message }) => [path, node, message])
}

type Content = Record<'subject' | 'html' | 'text' | 'body', string>
interface Ran {
  run: { status: string; outcome: string | null; waiting_for: null }
  steps: { node_id: string; detail: { message_id: string; language?: string; pieces?: object } }[]
}
/** What a guest with this language gets. */
async function send(language: string | undefined) {
  const guest = await ground.organisation.guest({
    name: 'Ada',
    email: 'ada@example.com',
    phone: '+442079460000',
    email_consent: true,
    sms_consent: true,
    ...(language === undefined ? {} : { attributes: { language } }),
  })
  const { runId } = await sendEvent(ground.owner, guest, 'till')
  const { steps } = await settled<Ran>(ground.owner, runId)
  const read = async (node: string) => {
    const { detail } = steps.find(({ node_id }) => node_id === node) as Ran['steps'][number]
    const { body } = await ground.owner.get<{ content: Content }>(`/outbox/${detail.message_id}`)
    return { ...body.content, detail }
  }
  return { email: await read('mail'), sms: await read('sms') }
}

test('guests get a message in their language, and in that of the step where there is none', async () => {
  const piece = { name: 'Fuß', key: 'fuss', kind: 'blocks', content: { blocks: [text('Täglich geöffnet')] } }
  expect((await ground.editor.post('/pieces', piece)).status).toBe(201)
  const published = await publish(await draft(documentOf([mail, sms])))
  expect(published.text).toContain('is live')
  const german = await send('de-AT')
  expect(german.email).toMatchObject({
    subject: 'Hallo Ada',
    detail: { language: 'de', pieces: { fuss: 1 } },
  })
  // As German writes dates, and without the preview text of the step.
  expect(german.email.html).toMatch(/Am .*17\. Mai 2026/)
  expect(german.email.html).toContain('Täglich geöffnet')
  expect(german.email.html).not.toContain('English')
  expect(german.sms).toMatchObject({ body: 'Hallo\nAbmelden mit STOP', detail: { language: 'de' } })
  expect((await send('PT_br')).email).toMatchObject({
    subject: 'Oi Ada',
    text: expect.stringContaining('Tudo bem?'),
  })
  for (const language of [undefined, 'fr', 'pt', ' ']) {
    const { email, sms: message } = await send(language)
    expect(email.subject).toBe('Hello Ada')
    expect(email.html).toContain('17 May 2026')
    expect(email.detail.language).toBeUndefined()
    expect(message.body).toMatch(/^Hello\n.*STOP/)
  }
})

test('a simulation is in the language of its guest', async () => {
  const id = await draft(documentOf([mail, sms]))
  const invented = {
    name: 'Ada',
    email: 'ada@example.com',
    email_consent: true,
    attributes: { language: 'de' },
  }
  const script = {
    guest: { invented },
    event: { written: { source: 'till', serials: [], parameters: {} } },
  }
  expect((await ground.owner.post(`/workflows/${id}/simulate`, { script })).text).toContain('Hallo Ada')
})

test('a missing translation is a fault, with the language and the step', async () => {
  const { translations: _translations, ...english } = sms
  const { de } = mail.translations
  expect(await faultsOf(documentOf([{ ...mail, translations: { de } }, english]))).toEqual([
    ['nodes.0.translations', 'mail', 'This message has no translation into Brazilian Portuguese (pt-BR).'],
    ['nodes.1.translations', 'sms', 'This message has no translation into German (de).'],
    ['nodes.1.translations', 'sms', 'This message has no translation into Brazilian Portuguese (pt-BR).'],
  ])
  const { languages: _languages, ...none } = documentOf([english], { start: 'sms' })
  expect((await faultsOf(none)).filter(([path]) => path?.startsWith('nodes'))).toEqual([])
})

test.each([
  [
    'into a language that the workflow does not have',
    { fr: { subject: 'Salut', html: 'x' } },
    'translations.fr',
  ],
  ['without a subject', { de: { html: 'x' } }, 'translations.de.subject'],
  ['without content', { de: { subject: 'x' } }, 'translations.de.blocks'],
  ['with a broken value', { de: { subject: '{{ nope }}', html: 'x' } }, 'translations.de.subject'],
  ['with a bad link', { de: { subject: 'x', html: '<a href="javascript:x">x</a>' } }, 'translations.de.html'],
  [
    'with a missing piece',
    { de: { subject: 'x', blocks: [{ type: 'piece', piece: 'none' }] } },
    'translations.de.blocks.0.piece',
  ],
  [
    'that asks another question',
    { de: { subject: 'x', blocks: [{ type: 'question', text: 'Gut?', scale: 'stars' }] } },
    'translations.de.blocks',
  ],
  ['with something unknown', { de: { subject: 'x', html: 'x', colour: 'red' } }, 'translations.de.colour'],
])('a translation %s is a fault at its place', async (_what, translations, path) => {
  const nodes = [{ ...mail, translations: { ...translations }, next: 'end' }]
  const paths = (await faultsOf(documentOf(nodes, { languages: ['de'] }))).map(([at]) => at)
  expect(paths).toContain(`nodes.0.${path}`)
})

test.each([
  ['German', { subject: 'x', html: 'x' }],
  ['"><img src=x>', { subject: 'x', html: 'x' }],
  ['Deutsch', { blocks: 5 }],
  ['x', null],
])('a translation into %j is a fault', async (language, translation) => {
  const nodes = [{ ...mail, translations: { [language]: translation }, next: 'end' }]
  const faults = await faultsOf(documentOf(nodes, { languages: [language] }))
  expect(faults.map(([path]) => path)).toContain(`nodes.0.translations.${language}`)
})

test('a language has a code', async () => {
  const [fault] = await faultsOf(documentOf([mail, sms], { languages: ['German'] }))
  expect(fault?.[0]).toContain('languages')
})

test('a preview writes dates as the language does', async () => {
  const preview = async (rest: object) =>
    (await ground.viewer.post<{ text: string }>('/template-preview', { text: when, channel: 'sms', ...rest }))
      .body.text
  expect(await preview({})).toContain('17 May 2026')
  expect(await preview({ language: 'de' })).toContain('17. Mai 2026')
  expect(
    (await ground.viewer.post('/template-preview', { text: 'x', channel: 'sms', language: 'German' })).status,
  ).toBe(400)
})

test('a message is sent to the member who tests it, as it is written, in a language and as a guest', async () => {
  const id = await draft(documentOf([{ ...mail, subject: '{{ nope }}' }, sms]))
  const german = {
    id: 'mail',
    type: 'send_email',
    next: 'sms',
    ...mail.translations.de,
    blocks: [text(`Am ${when}`)],
  }
  const send = (body: object, who = ground.editor) =>
    who.post<{ message: string; code: string; errors: object }>(`/workflows/${id}/test-message`, body)
  const unset = await send({ node: german })
  expect([unset.status, unset.body.message]).toEqual([409, 'There is no mail server in the settings.'])

  const settings = {
    email: { ...defaultSettings.email, smtp: { host: '127.0.0.1', port: mails.port, security: 'none' } },
    sms: { api_url: texts.url, account: 'AC123', from: '+447700900001' },
  }
  const { database, config } = ground.millrace
  await database.engine.query('UPDATE organisations SET settings = settings || $2 WHERE id = $1', [
    ground.organisation.id,
    settings,
  ])
  const sealer = createSealer((await loadSecrets(config)).master)
  await inTransaction(database.engine, tx =>
    writeSecret(tx, sealer, ground.organisation.id, 'sms_token', 'a token'),
  )
  // Who may not be written to is not: the member gets it, and by its links nobody unsubscribes.
  const guest = await ground.organisation.guest({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_consent: true,
    do_not_contact: true,
  })
  const sent = await send({ node: german, language: 'de', guest_id: guest })
  expect([sent.status, sent.body.message]).toEqual([200, expect.stringMatching(/^The test was sent to .*@/)])
  const got = mails.mails.at(-1)
  expect(got?.parsed.subject).toBe('Test: Hallo Ada Lovelace')
  expect(got?.parsed.html).toMatch(/Am .*17\. Mai 2026/)
  expect(got?.recipients).not.toContain('ada@example.com')
  const link = /href="([^"]*\/unsubscribe\/[^"]*)"/.exec(got?.parsed.html ?? '')?.[1] ?? ''
  expect(link).toContain('.00000000-0000-7000-8000-000000000000.email.')

  const texted = await send({
    node: { ...sms, translations: undefined, body: 'Hallo {{ guest.name }}' },
    to: '+447700900123',
  })
  expect([texted.status, texted.body.message]).toEqual([200, 'The test was sent to +447700900123.'])
  const form = new URLSearchParams(texts.received.at(-1)?.body)
  expect([form.get('To'), form.get('Body')]).toEqual(['+447700900123', expect.stringMatching(/^Hallo /)])
})

test('what is no message, or cannot be sent, is not tested', async () => {
  const id = await draft(documentOf([mail, sms]))
  const send = (body: object) =>
    ground.editor.post<{ code: string; message: string }>(`/workflows/${id}/test-message`, body)
  const own = { id: 'mail', type: 'send_email', subject: 'x', html: '<p>x</p>', next: 'end' }
  const refused = async (body: object) => {
    const { status, body: answer, text: said } = await send(body)
    return [status, answer.code, said]
  }
  expect(await refused({ node: { ...own, subject: '{{ guest.name' } })).toEqual([
    409,
    'trial_refused',
    expect.any(String),
  ])
  expect(await refused({ node: { ...own, html: '<a href="javascript:x">x</a>' } })).toEqual([
    409,
    'trial_refused',
    expect.stringContaining('javascript:'),
  ])
  const webhook = {
    id: 'hook',
    type: 'call_webhook',
    url: 'https://example.com',
    method: 'POST',
    next: 'end',
  }
  expect(await refused({ node: webhook })).toEqual([
    400,
    'validation_failed',
    expect.stringContaining('node'),
  ])
  expect(await refused({ node: { id: 's', type: 'send_sms', body: 'x', next: 'end' } })).toEqual([
    400,
    'validation_failed',
    expect.stringContaining('phone number'),
  ])
  expect((await refused({ node: own, guest_id: '00000000-0000-7000-8000-00000000beef' }))[0]).toBe(404)
})
