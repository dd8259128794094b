import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { createWorkflow } from './create-workflow.ts'
import { InvalidWorkflow, SourceTaken, StatusRefused, WorkflowNotFound } from './errors.ts'
import { findWorkflow } from './find-workflow.ts'
import { listWorkflows } from './list-workflows.ts'
import { publishWorkflow } from './publish-workflow.ts'
import { setWorkflowStatus } from './set-workflow-status.ts'

const organisationId = newId()
const actor = 'test'
let database: Database
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 4 })
  database = opened.database
  await database.engine.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [
    organisationId,
    'Test',
  ])
  return opened.close
})

const within = <T>(work: (tx: Sql) => Promise<T>) => inTransaction(database.engine, work)
const listensTo = (source: string | null): WorkflowDefinition => ({
  trigger: { source },
  start: 'end',
  nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
})
const create = (name: string) => within(tx => createWorkflow(tx, { organisationId, name, actor }))
const publish = (workflowId: string, document: unknown) =>
  within(tx => publishWorkflow(tx, { organisationId, workflowId, document, actor }))
const setStatus = (workflowId: string, status: 'active' | 'paused' | 'cancelled') =>
  within(tx => setWorkflowStatus(tx, { organisationId, workflowId, status, actor }))
const revision = async () =>
  (await database.engine.query('SELECT workflow_revision FROM organisations')).rows[0].workflow_revision
const actions = async (subject: string) =>
  (
    await database.engine.query('SELECT action FROM audit_entries WHERE subject = $1 ORDER BY id', [subject])
  ).rows.map(row => row.action)

test('a draft becomes active with version 1, then 2; every change is seen by its revision and audited', async () => {
  const { id } = await create('Thanks')
  expect(await findWorkflow(database.engine, organisationId, id)).toMatchObject({
    status: 'draft',
    version: null,
  })
  const before = await revision()
  expect(await publish(id, listensTo('till'))).toEqual({ version: 1 })
  expect(await publish(id, listensTo('till'))).toEqual({ version: 2 })
  expect(await revision()).toBe(before + 2)
  expect(await findWorkflow(database.engine, organisationId, id)).toMatchObject({
    status: 'active',
    version: 2,
    source: 'till',
  })
  expect(await actions(id)).toEqual(['workflow.created', 'workflow.published', 'workflow.published'])
})

test('a second active workflow for a source is refused by name, also by resuming, also at the same time', async () => {
  const [first, second] = [await create('First'), await create('Second')]
  await publish(first.id, listensTo('wifi'))
  const refused = await publish(second.id, listensTo('wifi')).catch(error => error)
  expect(refused).toBeInstanceOf(SourceTaken)
  expect(refused).toMatchObject({ source: 'wifi', workflowId: first.id, workflowName: 'First' })

  await setStatus(first.id, 'paused')
  await publish(second.id, listensTo('wifi'))
  await expect(setStatus(first.id, 'active')).rejects.toThrow(SourceTaken)

  const rivals = await Promise.all(['a', 'b', 'c', 'd'].map(create))
  const results = await Promise.allSettled(rivals.map(rival => publish(rival.id, listensTo('booking'))))
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(SourceTaken)
})

test('any number of workflows listen to events without a source', async () => {
  for (const name of ['one', 'two']) await publish((await create(name)).id, listensTo(null))
})

test('what is not valid cannot be published, and nothing of it is stored', async () => {
  const { id } = await create('Broken')
  const refused = await publish(id, { ...listensTo(null), start: 'nowhere' }).catch(error => error)
  expect(refused).toBeInstanceOf(InvalidWorkflow)
  expect(refused.faults).toHaveLength(1)
  expect(await findWorkflow(database.engine, organisationId, id)).toMatchObject({ status: 'draft' })
  await expect(publish(newId(), listensTo(null))).rejects.toThrow(WorkflowNotFound)
})

test('cancelled is for good, and a draft cannot be resumed', async () => {
  const { id } = await create('Short-lived')
  await expect(setStatus(id, 'active')).rejects.toThrow(StatusRefused)
  await publish(id, listensTo('short'))
  await setStatus(id, 'cancelled')
  await expect(setStatus(id, 'active')).rejects.toThrow(StatusRefused)
  await expect(publish(id, listensTo('short'))).rejects.toThrow(StatusRefused)
})

test('a published version never changes', async () => {
  await expect(database.engine.query(`UPDATE workflow_versions SET definition = '{}'`)).rejects.toThrow(
    'workflow_versions rows are never changed',
  )
})

test('pages of workflows join up, newest first', async () => {
  const whole = await listWorkflows(database.engine, organisationId, { limit: 100 })
  const first = await listWorkflows(database.engine, organisationId, { limit: 2 })
  const second = await listWorkflows(database.engine, organisationId, { limit: 2, after: first.at(-1)?.id })
  expect([...first, ...second]).toEqual(whole.slice(0, 4))
})
