import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { DraftConflict, DraftRefused, VersionNotFound, WorkflowNotFound } from '../errors.ts'
import { findWorkflow } from '../find-workflow.ts'
import { validate } from '../validation/validate.ts'
import { listensTo, openWorkflows } from '../workflows.fixture.ts'
import { duplicateWorkflow } from './duplicate-workflow.ts'
import { readDraft } from './read-draft.ts'
import { restoreVersion } from './restore-version.ts'
import { type DraftSave, saveDraft } from './save-draft.ts'
import { listVersions, readVersion } from './versions.ts'

let workflows: Awaited<ReturnType<typeof openWorkflows>>
let organisationId: string
beforeAll(async () => {
  workflows = await openWorkflows(await createTestDatabase())
  organisationId = workflows.organisationId
})
afterAll(() => workflows.close())

const save = (workflowId: string, revision: number, document: unknown, more: Partial<DraftSave> = {}) =>
  workflows.within(tx =>
    saveDraft(tx, { organisationId, workflowId, revision, document, actor: 'ada', ...more }),
  )
const draftOf = (id: string) => readDraft(workflows.database.engine, organisationId, id)

describe('a draft', () => {
  test('can always be saved, and is checked only when someone asks', async () => {
    const id = await workflows.create('Unfinished')
    expect(await draftOf(id)).toMatchObject({
      revision: 0,
      document: null,
      unpublished: false,
      saved_at: null,
    })
    expect(await save(id, 0, { nodes: 'later' })).toEqual({ revision: 1 })
    expect(await draftOf(id)).toMatchObject({
      revision: 1,
      document: { nodes: 'later' },
      saved_by: 'ada',
      saved_at: expect.any(String),
      unpublished: true,
    })
    const { faults } = validate((await draftOf(id))?.document, {})
    expect(faults.map(fault => fault.path)).toEqual(['trigger', 'start', 'nodes'])
  })

  test('that two people save from the same revision is saved by one; the other gets what that one saved', async () => {
    const id = await workflows.create('Shared', { by: 'nobody' })
    const results = await Promise.allSettled(
      ['ada', 'ben', 'cleo'].map(actor => save(id, 1, { by: actor }, { actor })),
    )
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
    const stored = await draftOf(id)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toBeInstanceOf(DraftConflict)
      expect(result.reason.current).toMatchObject({
        revision: 2,
        by: stored?.saved_by,
        document: stored?.document,
      })
    }
  })

  test('changes nothing of what is live, but for the name that people see', async () => {
    const id = await workflows.create('Live')
    await workflows.publish(id, listensTo('live'))
    expect(await draftOf(id)).toMatchObject({ revision: 0, document: listensTo('live'), unpublished: false })
    await save(id, 0, listensTo('other'), { name: 'Renamed', description: 'New' })
    expect(await findWorkflow(workflows.database.engine, organisationId, id)).toMatchObject({
      name: 'Renamed',
      description: 'New',
      status: 'active',
      source: 'live',
      version: 1,
    })
    expect(await draftOf(id)).toMatchObject({ unpublished: true })
  })

  test.each([
    ['what is no object', ['x'], 'A draft is a JSON object.'],
    ['what is too large', { text: 'x'.repeat(1_000_001) }, 'A draft may have 500000 bytes'],
    ['a null character', { a: [{ b: 'x\0y' }] }, 'cannot be stored'],
    ['a null character in a key', { 'a\0': 1 }, 'cannot be stored'],
    ['half of a character', { a: '\ud800' }, 'cannot be stored'],
  ])('refuses %s with a sentence', async (_case, document, sentence) => {
    const id = await workflows.create('Refused')
    const refused = await save(id, 0, document).catch(error => error)
    expect(refused).toBeInstanceOf(DraftRefused)
    expect(refused.message).toContain(sentence)
    await expect(workflows.create('Refused', document)).rejects.toThrow(DraftRefused)
  })

  test('refuses what is nested without end, and does not fall over it', async () => {
    const id = await workflows.create('Deep')
    let document: Record<string, unknown> = {}
    for (let depth = 0; depth < 100_000; depth += 1) document = { a: document }
    await expect(save(id, 0, document)).rejects.toThrow('A draft may be nested 100 deep, and no deeper.')
  })

  test('of a workflow that there is not is refused', async () => {
    await expect(save(newId(), 0, {})).rejects.toThrow(WorkflowNotFound)
    expect(await draftOf(newId())).toBeUndefined()
  })
})

test('a copy begins with the draft, or with what is live where there is none', async () => {
  const copy = (workflowId: string, name?: string) =>
    workflows.within(tx =>
      duplicateWorkflow(tx, { organisationId, workflowId, actor: 'ben', ...(name ? { name } : {}) }),
    )
  const id = await workflows.create('Original')
  await workflows.publish(id, listensTo('original'))
  expect(await draftOf((await copy(id)).id)).toMatchObject({
    name: 'Copy of Original',
    document: listensTo('original'),
    revision: 1,
    saved_by: 'ben',
  })
  await save(id, 0, listensTo('newer'))
  const { id: second } = await copy(id, 'Second')
  expect(await draftOf(second)).toMatchObject({ name: 'Second', document: listensTo('newer') })
  expect(await findWorkflow(workflows.database.engine, organisationId, second)).toMatchObject({
    status: 'draft',
  })
  await expect(copy(newId())).rejects.toThrow(WorkflowNotFound)
})

test('versions say who published what, and any of them can be made the draft again', async () => {
  const id = await workflows.create('Versions')
  for (const source of ['one', 'two', 'three']) await workflows.publish(id, listensTo(source))
  const { engine } = workflows.database
  const listed = await listVersions(engine, organisationId, id, { limit: 2 })
  expect(listed).toMatchObject([
    { version: 3, published_by: 'ada', current: true },
    { version: 2, current: false },
  ])
  expect(await listVersions(engine, organisationId, id, { limit: 2, before: 2 })).toMatchObject([
    { version: 1 },
  ])
  expect(await readVersion(engine, organisationId, id, 2)).toEqual({
    ...listed[1],
    definition: listensTo('two'),
  })
  expect(await readVersion(engine, organisationId, id, 4)).toBeUndefined()

  const restore = (version: number, revision: number) =>
    workflows.within(tx =>
      restoreVersion(tx, { organisationId, workflowId: id, version, revision, actor: 'ben' }),
    )
  expect(await restore(1, 0)).toEqual({ revision: 1 })
  expect(await draftOf(id)).toMatchObject({ document: listensTo('one'), unpublished: true, saved_by: 'ben' })
  await expect(restore(2, 0)).rejects.toThrow(DraftConflict)
  await expect(restore(9, 1)).rejects.toThrow(VersionNotFound)
  expect(await workflows.actions(id)).toContain('workflow.restored')
})
