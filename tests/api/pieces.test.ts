import type { ListedPiece, Piece, PieceVersion } from '@millrace/contract/dashboard/pieces'
import type { EmailBlock } from '@millrace/contract/email-blocks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visitor } from '../support/dashboard.ts'
import { smallImage } from '../support/small-image.ts'
import { type Ground, openGround, sendEvent, settled } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

interface Answer {
  piece: Piece
  message: string
  code: string
  errors: Record<string, string[]>
}
let name: string
let number = 0
beforeEach(() => {
  number += 1
  name = `Footer ${number}`
})
const text = (words: string): EmailBlock => ({ type: 'text', text: words })
const footer = (words: string) => ({ blocks: [text(words)] })

const create = (given: object, visitor: Visitor = ground.editor) =>
  visitor.post<Answer>('/pieces', { name, kind: 'blocks', content: footer('Open from 10 to 23'), ...given })
const saved = async (given: object = {}) => {
  const { status, body, text: said } = await create(given)
  if (status !== 201) throw new Error(said)
  return body.piece
}
const change = (key: string, json: object, visitor: Visitor = ground.editor) =>
  visitor.ask<Answer>('PATCH', `/pieces/${key}`, { json })
const remove = (key: string, visitor: Visitor = ground.editor) =>
  visitor.ask<Answer>('DELETE', `/pieces/${key}`)
const read = async (key: string) => (await ground.viewer.get<Answer>(`/pieces/${key}`)).body.piece

const end = { id: 'end', type: 'end', outcome: 'success' }
const mailOf = (blocks: EmailBlock[], rest: object = {}) => ({
  id: 'mail',
  label: 'Thank you',
  type: 'send_email',
  subject: 'Hello',
  blocks,
  next: 'end',
  ...rest,
})
const documentOf = (mail: object, more: object[] = [], rest: object = {}) => ({
  trigger: { source: `till-${number}` },
  start: 'mail',
  nodes: [mail, ...more, end],
  ...rest,
})

interface Checked {
  valid: boolean
  faults: { path: string; node?: string; message: string }[]
}
/** A workflow with this draft. */
async function draft(document: object): Promise<string> {
  const { body } = await ground.owner.post<{ workflow: { id: string } }>('/workflows', {
    name: `Thanks ${number}`,
  })
  const { id } = body.workflow
  await ground.owner.ask('PUT', `/workflows/${id}/draft`, { json: { revision: 0, document } })
  return id
}
const publish = (id: string) =>
  ground.owner.post<{ message: string; errors?: Record<string, string[]> }>(`/workflows/${id}/publish`, {
    revision: 1,
    inside: 'finish',
  })
async function live(document: object): Promise<string> {
  const id = await draft(document)
  const { status, text: said } = await publish(id)
  if (status !== 200) throw new Error(said)
  return id
}
const check = async (id: string) => (await ground.owner.post<Checked>(`/workflows/${id}/validate`, {})).body

interface Ran {
  run: { status: string; outcome: string | null; waiting_for: null }
  steps: { node_id: string; detail: { message_id: string; subject: string; pieces?: object } }[]
}
/** What a guest gets now, and what the step says of it. */
async function send() {
  const guest = await ground.organisation.guest({
    name: 'Ada',
    email: 'ada@example.com',
    email_consent: true,
  })
  const { runId } = await sendEvent(ground.owner, guest, `till-${number}`)
  const { steps } = await settled<Ran>(ground.owner, runId)
  const { detail } = steps.find(({ node_id }) => node_id === 'mail') as Ran['steps'][number]
  const { body } = await ground.owner.get<{ content: { subject: string; html: string } }>(
    `/outbox/${detail.message_id}`,
  )
  return { ...body.content, detail }
}

test('an e-mail has the newest version of its piece, and the step says which one that was', async () => {
  const { key } = await saved()
  expect(key).toBe(`footer-${number}`)
  await live(documentOf(mailOf([text('Thank you'), { type: 'piece', piece: key }])))
  const first = await send()
  expect(first.html).toMatch(/Thank you[\s\S]*Open from 10 to 23/)
  expect(first.detail.pieces).toEqual({ [key]: 1 })
  const changed = await change(key, { content: footer('Open from 9'), version: 1 })
  expect(changed.body.piece).toMatchObject({ version: 2, changed_by: ground.editor.member.email })
  const second = await send()
  expect(second.html).toContain('Open from 9')
  expect(second.html).not.toContain('10 to 23')
  expect(second.detail.pieces).toEqual({ [key]: 2 })
})

test('a step can send a whole saved e-mail, with another subject', async () => {
  const content = { subject: 'Spring menu', preview: 'For {{ guest.name }}', blocks: [text('Asparagus')] }
  const { key } = await saved({ kind: 'email', content })
  const { blocks: _blocks, subject: _subject, ...mail } = mailOf([], { piece: key })
  const id = await live(documentOf(mail))
  const sent = await send()
  expect(sent.subject).toBe('Spring menu')
  expect(sent.html).toContain('Asparagus')
  expect(sent.html).toContain('For Ada')
  const own = { revision: 1, document: documentOf({ ...mail, subject: 'For you' }) }
  await ground.owner.ask('PUT', `/workflows/${id}/draft`, { json: own })
  const published = await ground.owner.post(`/workflows/${id}/publish`, { revision: 2, inside: 'finish' })
  expect(published.status).toBe(200)
  expect((await send()).subject).toBe('For you')
})

test('a simulation and a preview show what the piece says', async () => {
  const { key } = await saved()
  const blocks: EmailBlock[] = [{ type: 'piece', piece: key }]
  const id = await draft(documentOf(mailOf(blocks)))
  const script = {
    guest: { invented: { name: 'Ada', email: 'ada@example.com', email_consent: true } },
    event: { written: { source: `till-${number}`, serials: [], parameters: {} } },
  }
  const simulated = await ground.owner.post(`/workflows/${id}/simulate`, { script })
  expect(simulated.text).toContain('Open from 10 to 23')
  const preview = await ground.owner.post<{ text: string }>('/template-preview', { blocks, channel: 'html' })
  expect(preview.body.text).toContain('Open from 10 to 23')
})

test('where a piece is used is listed with the steps, and keeps it from being deleted', async () => {
  const { key } = await saved()
  const id = await draft(documentOf(mailOf([{ type: 'piece', piece: key }], { class: 'transactional' })))
  const use = {
    workflow_id: id,
    workflow_name: `Thanks ${number}`,
    steps: ['Thank you'],
    transactional: true,
  }
  expect((await read(key)).used_in).toEqual([{ ...use, live: false, draft: true }])
  const published = await ground.owner.post(`/workflows/${id}/publish`, {
    revision: 1,
    inside: 'finish',
    confirm_transactional: true,
  })
  expect(published.status).toBe(200)
  const { body } = await ground.viewer.get<{ data: ListedPiece[] }>('/pieces')
  expect(body.data.find(one => one.key === key)?.used_in).toMatchObject([{ ...use, live: true }])
  const refused = await remove(key)
  expect([refused.status, refused.body.code]).toEqual([409, 'piece_in_use'])
  expect(refused.body.message).toContain(`the workflow "Thanks ${number}" (step Thank you)`)
  const { key: unused } = await saved({ name: 'Unused' })
  expect((await remove(unused)).status).toBe(200)
  expect((await remove(unused)).body.code).toBe('piece_not_found')
})

test('a change that reaches transactional e-mails has to be confirmed, as publishing them was', async () => {
  const { key } = await saved()
  const id = await draft(documentOf(mailOf([{ type: 'piece', piece: key }], { class: 'transactional' })))
  // Nobody gets a draft.
  expect((await change(key, { content: footer('Open from 9') })).status).toBe(200)
  const live = { revision: 1, inside: 'finish', confirm_transactional: true }
  expect((await ground.owner.post(`/workflows/${id}/publish`, live)).status).toBe(200)
  const content = footer('Half price today')
  const refused = await change(key, { content })
  expect([refused.status, refused.body.code]).toEqual([409, 'class_not_confirmed'])
  expect(refused.text).toContain('(step Thank you), which also go to guests without marketing consent')
  expect((await read(key)).version).toBe(2)
  const restore = (rest: object) =>
    ground.editor.post<Answer>(`/pieces/${key}/restore`, { version: 1, ...rest })
  expect((await restore({})).body.code).toBe('class_not_confirmed')
  expect((await restore({ confirm_transactional: true })).status).toBe(200)
  expect((await change(key, { content, confirm_transactional: true })).status).toBe(200)
  // A name is no content.
  expect((await change(key, { name: `Renamed ${key}` })).status).toBe(200)
})

test('every version is kept, and restoring one makes a new one', async () => {
  const { key } = await saved()
  await change(key, { content: footer('Open from 9') })
  const restored = await ground.editor.post<Answer>(`/pieces/${key}/restore`, { version: 1 })
  expect(restored.body.piece).toMatchObject({ version: 3, content: footer('Open from 10 to 23') })
  const { body } = await ground.viewer.get<{ data: PieceVersion[] }>(`/pieces/${key}/versions`)
  expect(body.data.map(({ version, restored_from }) => [version, restored_from])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
  const none = await ground.editor.post<Answer>(`/pieces/${key}/restore`, { version: 7 })
  expect([none.status, none.body.code]).toEqual([404, 'piece_version_not_found'])
  const audit = await ground.owner.get<{ data: { action: string; subject: string }[] }>('/audit')
  const actions = audit.body.data.filter(({ subject }) => subject === key).map(({ action }) => action)
  expect(actions.toSorted()).toEqual(['piece.changed', 'piece.created', 'piece.restored'])
})

test('of two changes of one version, the second is refused', async () => {
  const { key } = await saved()
  expect((await change(key, { content: footer('one'), version: 1 })).status).toBe(200)
  const late = await change(key, { content: footer('two'), version: 1 })
  expect([late.status, late.body.code]).toEqual([409, 'piece_conflict'])
  expect((await read(key)).content).toEqual(footer('one'))
})

test('a workflow with a piece that does not exist is not published, and the fault is at the step', async () => {
  const id = await draft(documentOf(mailOf([text('Hello'), { type: 'piece', piece: 'nowhere' }])))
  const { valid, faults } = await check(id)
  expect(valid).toBe(false)
  expect(faults).toEqual([
    {
      path: 'nodes.0.blocks.1.piece',
      node: 'mail',
      message: 'There is no saved piece "nowhere". Save one with this key, or remove it here.',
    },
  ])
  expect((await publish(id)).status).toBe(409)
})

test('a piece of the other kind is a fault', async () => {
  const { key } = await saved()
  const { key: whole } = await saved({
    name: `Mail ${number}`,
    kind: 'email',
    content: { subject: 'Hi', ...footer('x') },
  })
  const { blocks: _blocks, ...saving } = mailOf([], { piece: key })
  const [asEmail] = (await check(await draft(documentOf(saving)))).faults
  expect(asEmail).toMatchObject({
    path: 'nodes.0.piece',
    message: expect.stringContaining('no whole e-mail'),
  })
  const among = await draft(documentOf(mailOf([{ type: 'piece', piece: whole }])))
  expect((await check(among)).faults[0]).toMatchObject({ path: 'nodes.0.blocks.0.piece' })
})

test('what the piece says is checked in the workflow: its values, and its question', async () => {
  const { key } = await saved({ content: footer('Use {{ workflow.variables.code }}') })
  const blocks: EmailBlock[] = [text('{{ nonsense }}'), { type: 'piece', piece: key }]
  const { faults } = await check(await draft(documentOf(mailOf(blocks))))
  expect(faults.map(({ path }) => path)).toEqual(['nodes.0.blocks.0.text', 'nodes.0.blocks.1'])
  expect(faults[1]?.message).toContain(`In the saved piece "${name}"`)
  expect(faults[1]?.message).toContain('workflow.variables.code')
  const variables = [{ key: 'code', value: 'SUN' }]
  const fine = documentOf(mailOf([{ type: 'piece', piece: key }]), [], { variables })
  expect(await check(await draft(fine))).toMatchObject({ valid: true })

  const question: EmailBlock = { type: 'question', text: 'How was it?', scale: 'stars' }
  const { key: asks } = await saved({ name: `Question ${number}`, content: { blocks: [question] } })
  const twice = await draft(documentOf(mailOf([question, { type: 'piece', piece: asks }])))
  expect((await check(twice)).faults[0]?.message).toContain('one question')
})

test('a change that would break a live workflow is refused, and says where', async () => {
  const question: EmailBlock = { type: 'question', text: 'How was it?', scale: 'stars' }
  const { key } = await saved({ content: { blocks: [question] } })
  const waits = {
    id: 'answered',
    type: 'wait_for_answer',
    email: 'mail',
    next: 'end',
    timeout: { after: { amount: 1, unit: 'days' }, next: 'end' },
  }
  await live(documentOf(mailOf([{ type: 'piece', piece: key }], { next: 'answered' }), [waits]))
  const { status, body } = await change(key, { content: footer('No question') })
  expect([status, body.code]).toEqual([400, 'validation_failed'])
  expect(body.errors.content?.[0]).toContain(`In the workflow "Thanks ${number}", step answered`)
  const unknown = await change(key, { content: { blocks: [question, text('{{ workflow.variables.x }}')] } })
  expect(unknown.body.errors.content?.[0]).toContain('step Thank you')
  expect((await read(key)).version).toBe(1)
  const other = { blocks: [{ ...question, text: 'And now?' }] }
  expect((await change(key, { content: other })).status).toBe(200)
})

test.each([
  ['no blocks', { blocks: [] }, 'content.blocks'],
  ['a broken template', footer('{{ guest.'), 'content.blocks.0.text'],
  ['an unknown value', footer('{{ webhooks.crm.status }}'), 'content.blocks.0.text'],
  [
    'a dangerous link',
    { blocks: [{ type: 'button', text: 'x', url: 'javascript:alert(1)' }] },
    'content.blocks.0.url',
  ],
  ['another piece', { blocks: [{ type: 'piece', piece: 'footer' }] }, 'content.blocks.0'],
  ['a subject', { subject: 'Hi', blocks: [text('x')] }, 'content.subject'],
  ['an unknown field', { colour: 'red', blocks: [text('x')] }, 'content.colour'],
  ['a character that cannot be stored', footer('\0'), 'content.blocks.0.text'],
])('content with %s is refused at its place', async (_what, content, path) => {
  const { status, body } = await create({ content })
  expect([status, Object.keys(body.errors)]).toEqual([400, [path]])
})

test('a name is taken once, and a key is made of it', async () => {
  await saved({ name: 'Café – Öffnungszeiten!' })
  const again = await create({ name: 'café – öffnungszeiten!' })
  expect(again.body.errors.name?.[0]).toContain('already')
  const { body } = await ground.viewer.get<{ data: ListedPiece[] }>('/pieces')
  expect(body.data.map(({ key }) => key)).toContain('cafe-offnungszeiten')
  expect((await saved({ name: '***' })).key).toBe('piece')
  expect((await saved({ name: '+++' })).key).toBe('piece-2')
  expect((await create({ key: 'piece' })).body.errors.key?.[0]).toContain('already')
  expect((await create({ key: 'Not a key' })).body.code).toBe('validation_failed')
  const { key } = await saved({ key: `own-${number}` })
  expect((await change(key, { name: 'Renamed' })).body.piece).toMatchObject({
    key,
    name: 'Renamed',
    version: 1,
  })
})

test('two people who save one name at once do not both get it', async () => {
  const answers = await Promise.all([create({}), create({}, ground.owner)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
})

test('viewers read, and members of some venues save but do not change what all of them use', async () => {
  const { key } = await saved()
  const few = await ground.restricted('editor', ['A'])
  expect((await create({ name: 'By few' }, few)).status).toBe(201)
  expect((await change(key, { name: 'x' }, few)).body.code).toBe('every_venue_needed')
  expect((await remove(key, few)).body.code).toBe('every_venue_needed')
  expect((await create({ name: 'By viewer' }, ground.viewer)).body.code).toBe('role_needed')
})

test('nobody of another organisation sees, changes or sends it', async () => {
  const { key } = await saved()
  const stranger = await ground.stranger()
  expect((await stranger.get<{ data: ListedPiece[] }>('/pieces')).body.data).toEqual([])
  for (const path of [`/pieces/${key}`, `/pieces/${key}/versions`])
    expect((await stranger.get<Answer>(path)).body.code).toBe('piece_not_found')
  expect((await change(key, { name: 'x' }, stranger)).body.code).toBe('piece_not_found')
  const blocks = [text('only'), { type: 'piece', piece: key }]
  const { body } = await stranger.post<{ text: string }>('/template-preview', { blocks, channel: 'html' })
  expect(body.text).not.toContain('10 to 23')
})

test('an image in a piece is not deleted', async () => {
  const uploaded = await ground.editor.post<{ image: { name: string; url: string } }>(
    '/images',
    smallImage('terrace.png'),
  )
  const { image } = uploaded.body
  await saved({ content: { blocks: [{ type: 'image', url: image.url, alt: 'The terrace' }] } })
  const refused = await ground.editor.ask<Answer>('DELETE', `/images/${image.name}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'image_in_use'])
  expect(refused.body.message).toContain(`the piece "${name}"`)
})
