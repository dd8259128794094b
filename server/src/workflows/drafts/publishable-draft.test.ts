import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import {
  DraftConflict,
  InvalidWorkflow,
  SimulationsFailed,
  SourceTaken,
  StatusRefused,
  WorkflowNotFound,
} from '../errors.ts'
import { findWorkflow } from '../find-workflow.ts'
import { guestsInside } from '../guests-inside.ts'
import { type StatusChange, setWorkflowStatus } from '../set-workflow-status.ts'
import { type NewVersion, storeVersion } from '../store-version.ts'
import { everyNode } from '../validation/every-node.fixture.ts'
import { listensTo, openWorkflows } from '../workflows.fixture.ts'
import { type DraftPublication, publishableDraft } from './publishable-draft.ts'
import { readDraft } from './read-draft.ts'
import { saveDraft } from './save-draft.ts'
import { readVersion } from './versions.ts'

let workflows: Awaited<ReturnType<typeof openWorkflows>>
let organisationId: string
beforeAll(async () => {
  workflows = await openWorkflows(await createTestDatabase())
  organisationId = workflows.organisationId
})
afterAll(() => workflows.close())

async function publish(
  workflowId: string,
  revision: number,
  { inside = 'finish', ...more }: Partial<DraftPublication & Pick<NewVersion, 'inside'>> = {},
) {
  const version = { organisationId, workflowId, revision, actor: 'ben' }
  const asked = { ...version, checks: {}, runSimulations: async () => [], ...more }
  const definition = await publishableDraft(workflows.database.engineSql, asked)
  return workflows.within(tx => storeVersion(tx, { ...version, inside, definition }))
}
const save = (workflowId: string, revision: number, document: unknown) =>
  workflows.within(tx => saveDraft(tx, { organisationId, workflowId, revision, document, actor: 'ada' }))
const setStatus = (workflowId: string, status: StatusChange['status'], inside?: 'hold' | 'finish' | 'end') =>
  workflows.within(tx =>
    setWorkflowStatus(tx, {
      organisationId,
      workflowId,
      actor: 'ben',
      status,
      ...(inside ? { inside } : {}),
    } as StatusChange),
  )
const endings = (workflowId: string) =>
  workflows.query<{ up_to_version: number; reason: string }>(
    'SELECT up_to_version, reason FROM run_endings WHERE workflow_id = $1',
    [workflowId],
  )
const inside = (workflowId: string) => guestsInside(workflows.database.engine, organisationId, workflowId)

test('the draft becomes the next version as it is, and then has nothing unpublished', async () => {
  const id = await workflows.create('First', listensTo('first'))
  expect(await publish(id, 1)).toEqual({ version: 1 })
  expect(await readVersion(workflows.database.engine, organisationId, id, 1)).toMatchObject({
    definition: listensTo('first'),
    published_by: 'ben',
    current: true,
  })
  expect(await readDraft(workflows.database.engine, organisationId, id)).toMatchObject({ unpublished: false })
  await save(id, 1, listensTo('second'))
  expect(await publish(id, 2)).toEqual({ version: 2 })
  expect(await findWorkflow(workflows.database.engine, organisationId, id)).toMatchObject({
    source: 'second',
    version: 2,
  })
})

test('a draft that was saved after the person saw it is not published, also when that happens meanwhile', async () => {
  const id = await workflows.create('Overtaken', listensTo('overtaken'))
  await expect(publish(id, 0)).rejects.toThrow(DraftConflict)
  const runSimulations = async () => {
    await save(id, 1, listensTo('someone else'))
    return []
  }
  const conflict = await publish(id, 1, { runSimulations }).catch(error => error)
  expect(conflict).toBeInstanceOf(DraftConflict)
  expect(conflict.current).toMatchObject({ revision: 2, document: listensTo('someone else') })
  expect(await findWorkflow(workflows.database.engine, organisationId, id)).toMatchObject({ status: 'draft' })
})

test('what is not valid, fails a kept simulation, or takes another’s source is not published', async () => {
  const broken = await workflows.create('Broken', { ...listensTo('broken'), start: 'nowhere' })
  await expect(publish(broken, 1)).rejects.toThrow(InvalidWorkflow)
  await expect(publish(await workflows.create('Empty'), 0)).rejects.toThrow(InvalidWorkflow)
  await expect(publish(newId(), 0)).rejects.toThrow(WorkflowNotFound)

  const refused = await workflows.create('Forbidden', everyNode)
  const checks = { checkUrl: () => 'This address is not public.' }
  await expect(publish(refused, 1, { checks })).rejects.toThrow('This address is not public.')

  const simulated = await workflows.create('Simulated', listensTo('simulated'))
  const failures = [{ name: 'A regular', problem: 'It ends in failure.' }]
  const failed = await publish(simulated, 1, { runSimulations: async () => failures }).catch(error => error)
  expect(failed).toBeInstanceOf(SimulationsFailed)
  expect(failed.message).toBe('The simulation "A regular" fails: It ends in failure.')

  await publish(simulated, 1)
  await expect(publish(await workflows.create('Rival', listensTo('simulated')), 1)).rejects.toThrow(
    SourceTaken,
  )
})

test('guests inside are counted by version and node, and finished ones are not', async () => {
  const id = await workflows.create('Counted', listensTo('counted'))
  await publish(id, 1)
  expect(await inside(id)).toEqual({ total: 0, versions: [] })
  for (const status of ['waiting', 'paused', 'completed', 'failed', 'cancelled'])
    await workflows.run(id, { status })
  await workflows.run(id, { status: 'queued', node: null, version: 2 })
  await workflows.run(id, { status: 'running', node: 'mail', version: 2 })
  await workflows.run(id, { node: 'mail', version: 2 })
  expect(await inside(id)).toEqual({
    total: 5,
    versions: [
      {
        version: 2,
        guests: 3,
        nodes: [
          { node_id: 'mail', guests: 2 },
          { node_id: null, guests: 1 },
        ],
      },
      { version: 1, guests: 2, nodes: [{ node_id: 'pause', guests: 2 }] },
    ],
  })
})

test('publishing leaves the guests inside alone, or has those on earlier versions end', async () => {
  const id = await workflows.create('Ending', listensTo('ending'))
  await publish(id, 1, { inside: 'end' })
  expect(await endings(id)).toEqual([])
  await publish(id, 1)
  expect(await endings(id)).toEqual([])
  await publish(id, 1, { inside: 'end' })
  await publish(id, 1, { inside: 'end' })
  expect(await endings(id)).toEqual([
    { up_to_version: 3, reason: 'Version 4 was published, and the guests inside were ended.' },
  ])
})

test('a pause holds the guests inside and a cancellation lets them finish, unless they are to end', async () => {
  const id = await workflows.create('Paused', listensTo('paused'))
  await publish(id, 1)
  await setStatus(id, 'paused')
  expect(await endings(id)).toEqual([])
  await setStatus(id, 'paused', 'end')
  expect(await endings(id)).toMatchObject([
    { up_to_version: 1, reason: 'The workflow was paused, and the guests inside were ended.' },
  ])
  await setStatus(id, 'active')

  const other = await workflows.create('Cancelled', listensTo('cancelled'))
  await publish(other, 1)
  await setStatus(other, 'cancelled')
  expect(await endings(other)).toEqual([])
  await setStatus(other, 'cancelled', 'end')
  expect(await endings(other)).toMatchObject([{ up_to_version: 1 }])
  await expect(publish(other, 1)).rejects.toThrow(StatusRefused)
  await setStatus(await workflows.create('Draft'), 'cancelled')
})

test('an organisation is known to listen further once a workflow waits for events or has exits', async () => {
  const watches = async () =>
    (await workflows.query<{ watches: boolean }>('SELECT watches FROM organisations'))[0]?.watches
  expect(await watches()).toBe(false)
  const target = await workflows.create('Target')
  const nodes = everyNode.nodes.map(node =>
    node.type === 'start_workflow' ? { ...node, workflow: target } : node,
  )
  const id = await workflows.create('Every node', { ...everyNode, nodes, trigger: { source: 'every' } })
  await expect(publish(id, 1)).rejects.toThrow(InvalidWorkflow)
  // Its task sends mail to this domain, which an owner has to allow, and it waits for clicks.
  const settings = { notify_domains: ['example.com'], link_counting: 'marketing' }
  await workflows.query('UPDATE organisations SET settings = settings || $1::jsonb', [
    JSON.stringify(settings),
  ])
  await publish(id, 1)
  expect(await watches()).toBe(true)
})

test('a workflow waits only for clicks that are counted', async () => {
  const waits = (source: string, more: object = {}) => ({
    trigger: { source },
    start: 'a',
    nodes: [
      { id: 'a', type: 'send_email', subject: 'Hello', html: 'Hello', next: 'b', ...more },
      {
        ...{ id: 'b', type: 'wait_for_click', email: 'a', next: 'c' },
        timeout: { after: { amount: 1, unit: 'days' }, next: 'c' },
      },
      { id: 'c', type: 'end', outcome: 'success' },
    ],
  })
  const counting = (link_counting: string) =>
    workflows.query(
      `UPDATE organisations SET settings = settings || jsonb_build_object('link_counting', $1::text)`,
      [link_counting],
    )
  const news = await workflows.create('News with clicks', waits('news with clicks'))
  const booking = await workflows.create(
    'Booking with clicks',
    waits('booking with clicks', { class: 'transactional' }),
  )
  await counting('none')
  await expect(publish(news, 1)).rejects.toThrow('Clicks are not counted. An owner can change that')
  await counting('marketing')
  await publish(news, 1)
  await expect(publish(booking, 1, { confirm_transactional: true })).rejects.toThrow(
    'Clicks are not counted in transactional e-mails.',
  )
  await counting('all')
  await publish(booking, 1, { confirm_transactional: true })
})

test('marketing is about a topic that guests can choose, and a transactional message about none', async () => {
  const about = (topic: string, more: object = {}) => ({
    trigger: { source: `about ${topic}` },
    start: 'a',
    nodes: [
      { id: 'a', type: 'send_sms', body: 'Hello', topic, next: 'b', ...more },
      { id: 'b', type: 'end', outcome: 'success' },
    ],
  })
  await workflows.query(
    `UPDATE organisations SET settings = settings || '{"topics": [{"id": "offers", "name": "Offers"}]}'`,
  )
  const [known, unknown, asked] = [
    await workflows.create('Known', about('offers')),
    await workflows.create('Unknown', about('offer')),
    await workflows.create('Asked', about('offers', { class: 'transactional' })),
  ]
  await publish(known, 1)
  const message = 'There is no topic "offer". An owner can add it in the settings.'
  await expect(publish(unknown, 1)).rejects.toMatchObject({ faults: [{ path: 'nodes.0.topic', message }] })
  await expect(publish(asked, 1)).rejects.toMatchObject({ faults: [{ path: 'nodes.0.topic' }] })
})
