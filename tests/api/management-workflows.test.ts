import type {
  Publication,
  WholeWorkflow,
  WorkflowInList,
  WorkflowTemplate,
} from '@millrace/contract/dashboard/workflows'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowVersion } from '@millrace/contract/workflow-management'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { eventually } from '../support/millrace.ts'
import { endsAtOnce, waits } from '../support/workflows.ts'
import { type Ground, openGround, type Page, readAll, sendEvent, settled } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

interface Answer extends WholeWorkflow {
  message: string
  code: string
  errors: Record<string, string[]>
  current: { revision: number; saved_by: string; document: unknown }
}

const create = async (json: object) => (await ground.editor.post<Answer>('/workflows', json)).body
const put = (id: string, json: object) => ground.editor.ask<Answer>('PUT', `/workflows/${id}/draft`, { json })
const publish = (id: string, json: object) => ground.editor.post<Answer>(`/workflows/${id}/publish`, json)
const read = async (id: string) => (await ground.viewer.get<WholeWorkflow>(`/workflows/${id}`)).body
let sources = 0
const newSource = () => `source-${++sources}`

/** A workflow with its first version live. */
async function live(definition: object): Promise<string> {
  const { workflow } = await create({ name: 'Live' })
  await put(workflow.id, { revision: 0, document: definition })
  const { status, text } = await publish(workflow.id, { revision: 1, inside: 'finish' })
  if (status !== 200) throw new Error(text)
  return workflow.id
}

describe('a workflow is made', () => {
  test('blank, with a name', async () => {
    const made = await create({ name: 'Blank', description: 'Nothing yet' })
    expect(made.workflow).toMatchObject({
      name: 'Blank',
      description: 'Nothing yet',
      status: 'draft',
      version: null,
    })
    expect(made.draft).toMatchObject({ revision: 0, document: null })
    expect(made.published).toBeNull()
    expect(made.faults.length).toBeGreaterThan(0)
  })

  test('from each template, and can then be published as it is', async () => {
    const { body } = await ground.viewer.get<{ data: WorkflowTemplate[] }>('/workflow-templates')
    expect(body.data).toHaveLength(16)
    for (const { key, name, sentence } of body.data) {
      const made = await create({ template: key })
      expect(made).toMatchObject({ workflow: { name }, sentence, faults: [] })
      const said = { revision: 1, inside: 'finish', confirm_transactional: true }
      expect((await publish(made.workflow.id, said)).status).toBe(200)
    }
  })

  test('as a copy of another', async () => {
    const id = await live(endsAtOnce({ source: newSource() }))
    const copy = await create({ duplicate_of: id.toUpperCase() })
    expect(copy.workflow).toMatchObject({ name: 'Copy of Live', status: 'draft' })
    expect(copy.draft.document).toEqual((await read(id)).draft.document)
  })

  test('from the file that another was exported to', async () => {
    const { workflow, draft } = await create({ template: 'review', name: 'To be exported' })
    const file = (await ground.viewer.get<object>(`/workflows/${workflow.id}/file`)).body
    const made = await create({ file })
    expect(made.workflow.name).toBe('To be exported')
    expect(made.draft.document).toEqual(draft.document)
  })

  test.each<[object, number, object | string]>([
    [{}, 400, { name: ['is required'] }],
    [{ name: '' }, 400, { name: ['must not be empty'] }],
    [{ name: 'x', status: 'active' }, 400, { status: ['is not a field of this request'] }],
    [{ template: 'review', file: {} }, 400, { file: ['cannot stand beside template'] }],
    [{ template: 'nonsense' }, 404, 'template_not_found'],
    [{ duplicate_of: newId() }, 404, 'workflow_not_found'],
    [
      { file: { millrace: 2 } },
      400,
      { file: ['The file has the format 2; this release of Millrace reads 1.'] },
    ],
  ])('but not with faults: %j', async (json, status, expected) => {
    const { status: found, body } = await ground.editor.post<Answer>('/workflows', json)
    expect([found, typeof expected === 'string' ? body.code : body.errors]).toEqual([status, expected])
  })
})

describe('a draft', () => {
  test('is saved, valid or not, and its faults are reported by node and field', async () => {
    const { workflow } = await create({ name: 'Drafted' })
    const document = { ...endsAtOnce({ source: 'x' }), start: 'nowhere' }
    const { status, body } = await put(workflow.id, { revision: 0, document, name: 'Renamed' })
    expect([status, body.draft.revision, body.draft.saved_by]).toEqual([200, 1, ground.editor.member.email])
    expect(body.faults.length).toBeGreaterThan(0)
    expect(body.sentence).toBeNull()
    expect((await read(workflow.id)).workflow.name).toBe('Renamed')
    const fixed = await put(workflow.id, { revision: 1, document: endsAtOnce({ source: 'x' }) })
    expect(fixed.body).toMatchObject({ faults: [], draft: { revision: 2, unpublished: true } })
    expect(fixed.body.sentence).toMatch(/^When an event comes from "x"/)
  })

  test('that someone saved meanwhile is a conflict with all of it, and nothing is lost', async () => {
    const { workflow } = await create({ name: 'Contested' })
    await put(workflow.id, { revision: 0, document: { mine: 1 } })
    const late = await ground.owner.ask<Answer>('PUT', `/workflows/${workflow.id}/draft`, {
      json: { revision: 0, document: { theirs: 2 } },
    })
    expect([late.status, late.body.code]).toEqual([409, 'draft_conflict'])
    expect(late.body.current).toMatchObject({
      revision: 1,
      saved_by: ground.editor.member.email,
      document: { mine: 1 },
    })
    expect(late.body.message).toContain(ground.editor.member.email)
    expect((await read(workflow.id)).draft.document).toEqual({ mine: 1 })
  })

  test('of two at once, one is saved and the other refused', async () => {
    const { workflow } = await create({ name: 'Raced' })
    const answers = await Promise.all([1, 2].map(n => put(workflow.id, { revision: 0, document: { n } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('too large, too deep or of the wrong kind is refused with a sentence', async () => {
    const { workflow } = await create({ name: 'Odd' })
    const large = await put(workflow.id, { revision: 0, document: { text: 'x'.repeat(500_000) } })
    expect([large.status, large.body.errors.document?.[0]]).toEqual([
      400,
      expect.stringMatching(/^A draft may have 500000 bytes/),
    ])
    for (const document of [[], 'x', null, 7]) {
      expect((await put(workflow.id, { revision: 0, document })).status).toBe(400)
    }
  })

  test('is validated without being saved, and so is another document', async () => {
    const id = await live(endsAtOnce({ source: newSource() }))
    const validate = async (json: object) =>
      (await ground.viewer.post<{ valid: boolean }>(`/workflows/${id}/validate`, json)).body
    expect(await validate({})).toMatchObject({ valid: true, faults: [] })
    expect(await validate({ document: {} })).toMatchObject({ valid: false })
    const forbidden = {
      trigger: { source: 'x' },
      start: 'call',
      nodes: [
        { id: 'call', type: 'call_webhook', url: 'http://127.0.0.1/', method: 'POST', next: 'end' },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    }
    expect(await validate({ document: forbidden })).toMatchObject({
      valid: false,
      faults: [{ node: 'call' }],
    })
  })
})

describe('publishing', () => {
  test('shows the difference and the guests inside first, and then ends or keeps them', async () => {
    const source = newSource()
    const id = await live(waits({ source }))
    const { runId } = await sendEvent(ground.editor, await ground.organisation.guest(), source)
    await settled(ground.viewer, runId)
    await put(id, { revision: 1, document: endsAtOnce({ source }) })
    const { body } = await ground.viewer.get<Publication>(`/workflows/${id}/publication`)
    expect(body).toMatchObject({
      revision: 2,
      publishable: true,
      guests_inside: { total: 1 },
      simulations: [],
      already_in: null,
    })
    expect(body.difference?.nodes.map(({ id: node, kind }) => [node, kind])).toContainEqual([
      'pause',
      'removed',
    ])
    expect(body.sentences.length).toBeGreaterThan(0)
    const published = await publish(id, { revision: 2, inside: 'end' })
    expect(published.body).toMatchObject({ message: 'Version 2 is live.', version: 2 })
    const { run } = await eventually(
      async () => (await ground.viewer.get<{ run: { status: string } }>(`/runs/${runId}`)).body,
      found => found.run.status === 'cancelled',
    )
    expect(run.status).toBe('cancelled')
    const audit = await ground.owner.get<Page<object>>(`/audit?subject=${id}&limit=1`)
    expect(audit.body.data).toMatchObject([
      {
        actor: ground.editor.member.email,
        action: 'workflow.published',
        detail: { version: 2, inside: 'end' },
      },
    ])
  })

  test('is refused for a draft with faults, which are reported, and for one that was saved since', async () => {
    const { workflow } = await create({ name: 'Faulty' })
    await put(workflow.id, { revision: 0, document: { start: 'x' } })
    const faulty = await publish(workflow.id, { revision: 1, inside: 'finish' })
    expect([faulty.status, faulty.body.code]).toEqual([409, 'workflow_not_valid'])
    expect(Object.keys(faulty.body.errors).length).toBeGreaterThan(0)
    const stale = await publish(workflow.id, { revision: 0, inside: 'finish' })
    expect([stale.status, stale.body.code]).toEqual([409, 'draft_conflict'])
    const unasked = await publish(workflow.id, { revision: 1 })
    expect([unasked.status, unasked.body.errors]).toEqual([400, { inside: ['is required'] }])
  })

  test('of a second workflow for a source is refused, with the name of the first, and the draft says so before', async () => {
    const source = newSource()
    await live(endsAtOnce({ source }))
    const { workflow } = await create({ name: 'Second' })
    const saved = await put(workflow.id, { revision: 0, document: endsAtOnce({ source }) })
    const faults = [{ path: 'trigger.source', message: expect.stringContaining('go to "Live" already') }]
    expect(saved.body).toMatchObject({ faults })
    const { body: publication } = await ground.viewer.get<Publication>(
      `/workflows/${workflow.id}/publication`,
    )
    expect(publication).toMatchObject({ publishable: false, faults })
    // Also while the rest is not built yet: it is the first thing that is chosen.
    const begun = { trigger: { source }, start: '', nodes: [] }
    const unfinished = await ground.editor.post<{ faults: object[] }>(`/workflows/${workflow.id}/validate`, {
      document: begun,
    })
    expect(unfinished.body.faults[0]).toEqual(faults[0])
    expect(unfinished.body.faults.length).toBeGreaterThan(1)
    const listening = await put(workflow.id, {
      revision: 1,
      document: { ...endsAtOnce({ source }), trigger: { source, listener: true } },
    })
    expect(listening.body).toMatchObject({ faults: [] })
    await put(workflow.id, { revision: 2, document: endsAtOnce({ source }) })
    const { status, body } = await publish(workflow.id, { revision: 3, inside: 'finish' })
    expect([status, body.code]).toEqual([409, 'source_taken'])
    expect(body.message).toContain('"Live"')
  })

  test('is held up by a kept simulation that does not come out as it did', async () => {
    const source = newSource()
    const id = await live(endsAtOnce({ source }))
    const script = {
      guest: { invented: { name: 'Ada' } },
      event: { written: { source } },
      start_at: '2026-05-05T12:00:00Z',
    }
    const kept = await ground.editor.post<{ simulation: { id: string } }>(`/workflows/${id}/simulations`, {
      name: 'Ends well',
      script,
    })
    expect(kept.status).toBe(201)
    const results = async () =>
      (await ground.viewer.get<{ data: object[] }>(`/workflows/${id}/simulations/results`)).body.data
    const { id: keptId } = kept.body.simulation
    expect(await results()).toEqual([{ id: keptId, differences: [] }])
    await put(id, { revision: 1, document: endsAtOnce({ source }, 'failure') })
    expect(await results()).toEqual([
      {
        id: keptId,
        differences: ['The run was to be completed with success, and is completed with failure.'],
      },
    ])
    const held = await publish(id, { revision: 2, inside: 'finish' })
    expect([held.status, held.body.code, Object.keys(held.body.errors)]).toEqual([
      409,
      'simulations_failed',
      ['Ends well'],
    ])
    const list = await ground.viewer.get<{ data: object[] }>(`/workflows/${id}/simulations`)
    expect(list.body.data).toMatchObject([{ name: 'Ends well', created_by: ground.editor.member.email }])
    const path = `/workflows/${id}/simulations/${kept.body.simulation.id}`
    expect((await ground.editor.delete(path)).status).toBe(200)
    expect((await ground.editor.delete(path)).status).toBe(404)
    expect((await publish(id, { revision: 2, inside: 'finish' })).status).toBe(200)
  })
})

test('under double opt-in, publishing shows the steps that give a consent which nobody confirms', async () => {
  const source = newSource()
  const update = (value: unknown) => ({
    trigger: { source },
    start: 'agree',
    nodes: [
      { id: 'agree', type: 'update_guest', changes: [{ field: 'email_consent', value }], next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })
  const id = await live(endsAtOnce({ source }))
  const shown = async () =>
    (await ground.editor.get<Publication>(`/workflows/${id}/publication`)).body.gives_consent
  await put(id, { revision: 1, document: update(true) as never })
  expect(await shown()).toEqual([])
  const setting = (isOn: boolean) =>
    ground.millrace.database.engine.query(
      `UPDATE organisations SET settings = jsonb_set(settings, '{double_opt_in}', $2::jsonb) WHERE id = $1`,
      [ground.organisation.id, String(isOn)],
    )
  await setting(true)
  expect(await shown()).toEqual(['agree'])
  await put(id, { revision: 2, document: update(false) as never })
  expect(await shown()).toEqual([])
  await setting(false)
})

describe('transactional messages', () => {
  const withSms = (source: string, body: string): WorkflowDefinition => ({
    trigger: { source },
    start: 'text',
    nodes: [
      { id: 'text', label: 'Your table', type: 'send_sms', class: 'transactional', body, next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })

  test('are published by a person who confirms them, and asked about again only when they change', async () => {
    const source = newSource()
    const id = await live(endsAtOnce({ source }))
    await put(id, { revision: 1, document: withSms(source, 'Your table is ready.') })
    const shown = () =>
      ground.editor
        .get<{ transactional: string[] }>(`/workflows/${id}/publication`)
        .then(({ body }) => body.transactional)
    expect(await shown()).toEqual(['text'])
    for (const confirm of [{}, { confirm_transactional: false }]) {
      const held = await publish(id, { revision: 2, inside: 'finish', ...confirm })
      expect([held.status, held.body.code]).toEqual([409, 'class_not_confirmed'])
      expect(held.body.errors.confirm_transactional).toEqual([
        expect.stringContaining('The step "text" (Your table) is transactional'),
      ])
    }
    expect((await publish(id, { revision: 2, inside: 'finish', confirm_transactional: true })).status).toBe(
      200,
    )
    expect(await shown()).toEqual([])
    expect((await publish(id, { revision: 2, inside: 'finish' })).status).toBe(200)
    await put(id, { revision: 2, document: withSms(source, 'Ten per cent off tonight!') })
    expect(await shown()).toEqual(['text'])
    expect((await publish(id, { revision: 3, inside: 'finish' })).status).toBe(409)
  })

  test('have no link to unsubscribe, and only the two classes exist', async () => {
    const source = newSource()
    const id = await live(endsAtOnce({ source }))
    await put(id, { revision: 1, document: withSms(source, 'Stop: {{ links.unsubscribe }}') })
    const linked = await publish(id, { revision: 2, inside: 'finish', confirm_transactional: true })
    expect(linked.body.errors['nodes.0.body']?.[0]).toContain('links.unsubscribe')
    const document = withSms(source, 'Choose: {{ links.preferences }}')
    await put(id, { revision: 2, document })
    expect((await publish(id, { revision: 3, inside: 'finish', confirm_transactional: true })).status).toBe(
      200,
    )
    const other = { ...document, nodes: [{ ...document.nodes[0], class: 'urgent' }, document.nodes[1]] }
    await put(id, { revision: 3, document: other as never })
    const wrong = await publish(id, { revision: 4, inside: 'finish', confirm_transactional: true })
    expect(wrong.body.errors['nodes.0.class']).toEqual([
      'The field "class" must be marketing or transactional.',
    ])
  })
})

describe('versions', () => {
  test('are listed in pages, read, compared and restored into the draft', async () => {
    const source = newSource()
    const id = await live(endsAtOnce({ source }))
    for (const [revision, outcome] of [
      [1, 'failure'],
      [2, 'success'],
    ] as const) {
      await put(id, { revision, document: endsAtOnce({ source }, outcome) })
      await publish(id, { revision: revision + 1, inside: 'finish' })
    }
    const pages = await readAll<WorkflowVersion>(ground.viewer, `/workflows/${id}/versions?limit=2`)
    expect(pages.map(page => page.map(({ version, current }) => [version, current]))).toEqual([
      [
        [3, true],
        [2, false],
      ],
      [[1, false]],
    ])
    const second = await ground.viewer.get(`/workflows/${id}/versions/2`)
    expect(second.body).toMatchObject({ version: 2, definition: { nodes: [{ outcome: 'failure' }] } })
    const difference = async (path: string) =>
      (await ground.viewer.get(`/workflows/${id}/versions/${path}`)).body
    expect(await difference('1/difference')).toMatchObject({ from: null, to: 1, difference: null })
    expect(await difference('2/difference')).toMatchObject({
      from: 1,
      to: 2,
      sentences: [expect.any(String)],
    })
    expect(await difference('1/difference?to=3')).toMatchObject({ from: 1, to: 3, sentences: [] })
    expect(await difference('2/difference?to=draft')).toMatchObject({ from: 2, to: null })
    const restored = await ground.editor.post<Answer>(`/workflows/${id}/versions/2/restore`, { revision: 3 })
    expect(restored.body).toMatchObject({
      draft: { revision: 4, document: { nodes: [{ outcome: 'failure' }] } },
    })
    expect((await read(id)).workflow.version).toBe(3)
    const stale = await ground.editor.post<Answer>(`/workflows/${id}/versions/1/restore`, { revision: 3 })
    expect([stale.status, stale.body.code]).toEqual([409, 'draft_conflict'])
  })

  test.each(['4', '0', '-1', '1e3', '99999999999', 'x', '%00'])(
    'that there is not is 404: %s',
    async version => {
      const id = await live(endsAtOnce({ source: newSource() }))
      expect((await ground.viewer.get(`/workflows/${id}/versions/${version}`)).status).toBe(404)
      expect((await ground.viewer.get(`/workflows/${id}/versions/${version}/difference`)).status).toBe(404)
      const restored = await ground.editor.post(`/workflows/${id}/versions/${version}/restore`, {
        revision: 1,
      })
      expect(restored.status).toBe(404)
    },
  )

  test('are files, too', async () => {
    const id = await live(endsAtOnce({ source: newSource() }))
    const { headers, body } = await ground.viewer.get(`/workflows/${id}/file?version=1`)
    expect(headers['content-disposition']).toBe('attachment; filename="live.json"')
    expect(body).toMatchObject({ millrace: 1, name: 'Live', definition: { start: 'end' } })
    expect((await ground.viewer.get(`/workflows/${id}/file?version=9`)).status).toBe(404)
  })
})

describe('the status', () => {
  const set = (id: string, json: object) => ground.editor.post<Answer>(`/workflows/${id}/status`, json)

  test('goes from active to paused and back, and to cancelled for good', async () => {
    const id = await live(endsAtOnce({ source: newSource() }))
    expect((await set(id, { status: 'paused', inside: 'hold' })).body.workflow.status).toBe('paused')
    expect((await set(id, { status: 'active' })).body.workflow.status).toBe('active')
    expect((await set(id, { status: 'cancelled', inside: 'end' })).body.workflow.status).toBe('cancelled')
    const back = await set(id, { status: 'active' })
    expect([back.status, back.body.code, back.body.message]).toEqual([
      409,
      'status_refused',
      'A workflow that is cancelled cannot become active.',
    ])
  })

  test.each<[object, object]>([
    [{}, { status: ['is required'] }],
    [{ status: 'draft' }, { status: ['must be one of active, paused, cancelled'] }],
    [{ status: 'active', inside: 'end' }, { inside: ['is only for paused and cancelled'] }],
    [{ status: 'paused', inside: 'finish' }, { inside: ['must be one of hold, end'] }],
    [{ status: 'cancelled', inside: 'hold' }, { inside: ['must be one of finish, end'] }],
  ])('is not set with faults: %j', async (json, errors) => {
    const id = await live(endsAtOnce({ source: newSource() }))
    const { status, body } = await set(id, json)
    expect([status, body.errors]).toEqual([400, errors])
  })
})

describe('the list', () => {
  test('shows of each its sentence, the guests inside and the last days', async () => {
    const source = newSource()
    const id = await live(waits({ source }))
    const guest = await ground.organisation.guest()
    for (let n = 0; n < 2; n += 1) {
      await settled(ground.viewer, (await sendEvent(ground.editor, guest, source)).runId)
    }
    const find = async () =>
      (await readAll<WorkflowInList>(ground.viewer, '/workflows?status=active&name=LIV&limit=3'))
        .flat()
        .find(workflow => workflow.id === id)
    expect(await find()).toMatchObject({
      guests_inside: 2,
      last_7_days: { runs: 2, success: 0, failed: 0 },
      last_28_days: { entered: 2, success: 0, failed: 0, days: [...Array(27).fill(0), 2] },
      unpublished: false,
      sentence: expect.stringContaining('wait 3 days'),
    })
    const { runs, nodes } = (
      await ground.viewer.get<{ runs: number; nodes: object[] }>(`/workflows/${id}/nodes`)
    ).body
    expect({ runs, nodes }).toEqual({
      runs: 2,
      nodes: [{ node_id: 'pause', inside: 2, completed: 0, skipped: 0, failed: 0, clicked: 0 }],
    })
    const inside = await ground.viewer.get(`/workflows/${id}/inside`)
    expect(inside.body).toMatchObject({ total: 2, versions: [{ version: 1, guests: 2 }] })
  })

  test('comes in pages without gaps or repeats', async () => {
    const all = (await readAll<WorkflowInList>(ground.viewer, '/workflows?limit=100'))
      .flat()
      .map(({ id }) => id)
    const pages = await readAll<WorkflowInList>(ground.viewer, '/workflows?limit=5')
    expect(pages.flat().map(({ id }) => id)).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
    expect(pages[0]).toHaveLength(5)
  })
})

test('a simulation shows what would happen, and stores nothing', async () => {
  const source = newSource()
  const id = await live(endsAtOnce({ source }))
  const guest = await ground.organisation.guest({ name: 'Real' })
  const simulate = (script: object, more: object = {}) =>
    ground.viewer.post<Answer>(`/workflows/${id}/simulate`, { script, ...more })
  const known = await simulate({ guest: { known: guest }, event: { written: { source } } })
  expect(known.body).toMatchObject({
    verdict: { entered: true },
    run: { status: 'completed', outcome: 'success' },
  })
  const other = await simulate(
    { guest: { known: guest }, event: { written: { source: 'other' } } },
    { document: endsAtOnce({ source: 'other' }, 'failure') },
  )
  expect(other.body).toMatchObject({ run: { outcome: 'failure' } })
  const missing = await simulate({ guest: { known: newId() }, event: null })
  expect([missing.status, missing.body.code]).toEqual([409, 'trial_refused'])
  const faulty = await simulate({ guest: { known: guest }, event: null }, { document: {} })
  expect([faulty.status, faulty.body.code]).toEqual([409, 'workflow_not_valid'])
  expect((await simulate({})).status).toBe(400)
  const runs = await ground.viewer.get<Page<object>>(`/runs?workflow_id=${id}`)
  expect(runs.body.data).toEqual([])
})

describe('a text is previewed', () => {
  const preview = async (json: object) =>
    (await ground.viewer.post<{ text: string | null; code: string }>('/template-preview', json)).body

  test('with the facts about the visits of the guest, or of an invented one', async () => {
    const source = newSource()
    await ground.owner.ask('PUT', '/sources/meaning', {
      json: { source, meaning: { kind: 'visit', amount: 'spend' } },
    })
    const guest = await ground.organisation.guest({})
    for (const serial of ['QUAY', 'PIER', 'PIER'])
      await sendEvent(ground.editor, guest, source, { serials: [serial], parameters: { spend: 2.1 } })
    const { eventId } = await sendEvent(ground.editor, guest, newSource(), { serials: ['QUAY'] })
    const text = '{{ guest.facts.visits }} {{ guest.facts.spend }} {{ guest.facts_here.visits }}'
    const asked = { text, channel: 'text' }
    expect((await preview({ ...asked, guest_id: guest, event_id: eventId })).text).toBe('3 6.3 1')
    expect((await preview(asked)).text).toBe('3 142.5 3')
  })

  test('for a guest, an event, its venue and the variables of a draft', async () => {
    await ground.organisation.venue('QUAY')
    const guest = await ground.organisation.guest({ name: '<Ada>' })
    const { eventId } = await sendEvent(ground.editor, guest, newSource(), {
      serials: ['QUAY'],
      parameters: { spend: 12 },
    })
    const { workflow } = await create({ name: 'Texts' })
    const variables = [{ key: 'offer', value: 'cake', venues: { QUAY: 'tea' } }, 'nonsense']
    await put(workflow.id, { revision: 0, document: { variables } })
    expect(
      await preview({
        text: '{{ guest.name }} {{ event.parameters.spend }} {{ venue.name }} {{ workflow.variables.offer }}',
        channel: 'html',
        guest_id: guest,
        event_id: eventId,
        workflow_id: workflow.id,
      }),
    ).toEqual({
      text: '&lt;Ada&gt; 12 QUAY tea',
      variables: ['guest.name', 'event.parameters.spend', 'venue.name', 'workflow.variables.offer'],
      faults: [],
    })
  })

  test('an SMS with how many messages it is charged as', async () => {
    expect(await preview({ text: 'Hello ☕', channel: 'sms' })).toMatchObject({
      text: 'Hello ☕',
      sms: { encoding: 'UCS-2', segments: 1, units: 7 },
    })
  })

  test('an SMS with how to end it, and with what the longest name makes of it', async () => {
    await ground.organisation.guest({ name: 'Wołodymyr Szczepański-Żółtowski' })
    const text = `Dear {{ guest.name }}, ${'a'.repeat(110)}`
    expect(await preview({ text, channel: 'sms', marketing: true })).toMatchObject({
      text: expect.stringMatching(/\nReply STOP to opt out$/),
      sms: { encoding: 'GSM-7', segments: 1, longest: { encoding: 'UCS-2', segments: 3 } },
    })
    const without = await preview({ text: 'Dear guest', channel: 'sms' })
    expect(without).toMatchObject({ text: 'Dear guest', sms: { segments: 1 } })
    expect(JSON.stringify(without)).not.toContain('longest')
  })

  test('and its faults are reported with line and column', async () => {
    expect(await preview({ text: 'a\n{% if %}', channel: 'text' })).toMatchObject({
      text: null,
      faults: [{ line: 2 }],
    })
    expect(await preview({ text: 'x', channel: 'sms', guest_id: newId() })).toMatchObject({
      code: 'guest_not_found',
    })
    expect(await preview({ text: 'x', channel: 'sms', event_id: newId() })).toMatchObject({
      code: 'event_not_found',
    })
    expect(await preview({ text: 'x', channel: 'fax' })).toMatchObject({ code: 'validation_failed' })
  })
})

describe('unmatched events', () => {
  test('are estimated, replayed once the workflow is there, and not replayed twice', async () => {
    const source = newSource()
    const guest = await ground.organisation.guest()
    await sendEvent(ground.editor, guest, source)
    await sendEvent(ground.editor, guest, source)
    const id = await live(endsAtOnce({ source }))
    const estimate = await ground.viewer.get(`/workflows/${id}/replay`)
    expect(estimate.body).toMatchObject({ events: 2, runs: 2, guests: 1, complete: true })
    const push = { since: new Date(Date.now() - 3_600_000).toISOString(), pace: 1 }
    const started = await ground.editor.post<{ job: { id: string } }>(`/workflows/${id}/replay`, push)
    expect(started.status).toBe(201)
    const jobId = started.body.job.id
    const again = await ground.editor.post<Answer>(`/workflows/${id}/replay`, push)
    expect([again.status, again.body.code]).toEqual([409, 'trial_refused'])
    expect((await ground.viewer.get(`/jobs/${jobId}`)).body).toMatchObject({ kind: 'push' })
    const list = await ground.viewer.get<Page<{ id: string }>>(`/jobs?workflow_id=${id}`)
    expect(list.body.data.map(row => row.id)).toEqual([jobId])
    const cancel = () => ground.editor.post<Answer>(`/jobs/${jobId}/cancel`, {})
    expect((await cancel()).body).toMatchObject({ job: { status: 'cancelled' } })
    expect([(await cancel()).status, (await cancel()).body.code]).toEqual([409, 'job_over'])
  })

  test('compare a draft with what is live', async () => {
    const id = await live(endsAtOnce({ source: newSource() }))
    const started = await ground.editor.post(`/workflows/${id}/comparison`, { days: 7 })
    expect([started.status, started.body]).toMatchObject([201, { job: { kind: 'comparison' } }])
    expect((await ground.editor.post(`/workflows/${id}/comparison`, { days: 0 })).status).toBe(400)
  })
})

describe('folders and tags', () => {
  const place = (id: string, json: object) =>
    ground.editor.ask<Answer>('PUT', `/workflows/${id}/place`, { json })
  const list = async (query: string) =>
    (await ground.viewer.get<Page<WorkflowInList>>(`/workflows?${query}`)).body.data

  test('say where a workflow is kept, and find it, without changing it', async () => {
    const id = await live(endsAtOnce({ source: newSource() }))
    const before = (await list('')).find(row => row.id === id)
    expect(before).toMatchObject({ folder: null, tags: [], published_by: expect.stringContaining('@') })
    expect(before?.start).toMatchObject({ source: expect.stringContaining('source-') })
    expect((await place(id, { folder: ' Loyalty ', tags: ['points', 'autumn'] })).status).toBe(200)
    const [found] = await list('folder=Loyalty&tag=autumn')
    expect(found).toMatchObject({ id, folder: 'Loyalty', tags: ['points', 'autumn'] })
    expect(found?.updated_at).toBe(before?.updated_at)
    expect(found?.unpublished).toBe(false)
    expect(await list('folder=Loyalty&tag=winter')).toEqual([])
    expect((await ground.viewer.get('/workflows/places')).body).toEqual({
      folders: ['Loyalty'],
      tags: ['autumn', 'points'],
    })
    const audit = async () =>
      (await ground.owner.get<Page<object>>(`/audit?subject=${id}&action=workflow.placed`)).body.data
    expect(await audit()).toMatchObject([{ detail: { folder: 'Loyalty', tags: ['points', 'autumn'] } }])
    // What is there already is no change.
    await place(id, { folder: 'Loyalty', tags: ['points', 'autumn'] })
    expect(await audit()).toHaveLength(1)
    expect((await place(id, { folder: null, tags: [] })).status).toBe(200)
    expect(await list('folder=Loyalty')).toEqual([])
  })

  test.each<[object, string]>([
    [{ folder: '', tags: [] }, 'folder'],
    [{ folder: ' ', tags: [] }, 'folder'],
    [{ folder: 'a\nb', tags: [] }, 'folder'],
    [{ folder: 'x'.repeat(61), tags: [] }, 'folder'],
    [{ folder: null }, 'tags'],
    [{ folder: null, tags: ['a', 'a'] }, 'tags'],
    [{ folder: null, tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
  ])('are not set with faults: %j', async (json, field) => {
    const { workflow } = await create({ name: 'Placed' })
    const { status, body } = await place(workflow.id, json)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  test('sort by when they were published: what never was is last, both ways round', async () => {
    await live(endsAtOnce({ source: newSource() }))
    await create({ name: 'Never published' })
    for (const sort of ['published', '-published']) {
      const times = (await readAll<WorkflowInList>(ground.viewer, `/workflows?limit=2&sort=${sort}`))
        .flat()
        .map(row => row.published_at)
      const known = times.filter(time => time !== null)
      expect(times.slice(0, known.length)).toEqual(known)
      expect(known).toEqual(sort === 'published' ? known.toSorted() : known.toSorted().toReversed())
      expect(times.length).toBeGreaterThan(known.length)
    }
  })
})
