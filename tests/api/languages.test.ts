import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ground, openGround, sendEvent, settled } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

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
  return body.faults.map(({ path, node, message }) => [path, node, message])
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
  expect(german.sms).toMatchObject({ body: 'Hallo', detail: { language: 'de' } })
  expect((await send('PT_br')).email).toMatchObject({
    subject: 'Oi Ada',
    text: expect.stringContaining('Tudo bem?'),
  })
  for (const language of [undefined, 'fr', 'pt', ' ']) {
    const { email, sms: message } = await send(language)
    expect(email.subject).toBe('Hello Ada')
    expect(email.html).toContain('17 May 2026')
    expect(email.detail.language).toBeUndefined()
    expect(message.body).toBe('Hello')
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
