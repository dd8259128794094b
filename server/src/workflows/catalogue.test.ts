import { expect, test } from 'vitest'
import { createCatalogue, versionId } from './catalogue.ts'

const organisationId = '0192d3f8-0000-7000-8000-000000000001'
const workflowId = '0192d3f8-0000-7000-8000-000000000002'
const definition = {
  trigger: { source: 'till' },
  start: 'end',
  nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
}

/** Answers every query with the rows, and counts. */
function database(rows: object[]) {
  const asked = { times: 0 }
  const query = async () => {
    asked.times += 1
    return { rows: rows as never[], rowCount: rows.length }
  }
  return { asked, query }
}

const listed = { id: workflowId, name: 'Thanks', status: 'active', version: 1, definition }

test('concurrent callers of one revision share one load, and a new revision loads again', async () => {
  const catalogue = createCatalogue()
  const tx = database([listed])
  const [first, second] = await Promise.all([
    catalogue.listening(tx, organisationId, 1),
    catalogue.listening(tx, organisationId, 1),
  ])
  expect(first).toBe(second)
  expect(tx.asked.times).toBe(1)
  expect(first.bySource.get('till')?.[0]?.name).toBe('Thanks')
  await catalogue.listening(tx, organisationId, 2)
  await catalogue.listening(tx, organisationId, 1)
  expect(tx.asked.times).toBe(2)
})

test('a load that failed is not kept', async () => {
  const catalogue = createCatalogue()
  const broken = { query: () => Promise.reject(new Error('gone')) }
  await expect(catalogue.listening(broken, organisationId, 1)).rejects.toThrow('gone')
  await expect(catalogue.listening(database([listed]), organisationId, 1)).resolves.toBeDefined()
})

test('a document that is not readable listens to nothing, and neither stops its neighbours nor throws', async () => {
  const catalogue = createCatalogue()
  const other = { ...listed, id: '0192d3f8-0000-7000-8000-000000000003', definition: { from: 'the future' } }
  const listening = await catalogue.listening(database([other, listed]), organisationId, 1)
  expect([...listening.byId.keys()]).toEqual([workflowId])
})

test('versions are loaded once, forgotten when others push them out, and missing or unreadable ones are reported', async () => {
  const catalogue = createCatalogue({ organisations: 1, versions: 1 })
  const stored = { organisationId, workflowId, version: 1, definition }
  const key = { organisationId, workflowId, version: 1 }
  const tx = database([stored])
  expect(await catalogue.version(tx, key)).toMatchObject({ id: workflowId, start: 'end' })
  await catalogue.version(tx, key)
  expect(tx.asked.times).toBe(1)

  const unreadable = { ...stored, version: 2, definition: {} }
  const found = await catalogue.versions(database([unreadable]), [
    { ...key, version: 2 },
    { ...key, version: 3 },
  ])
  expect(found.get(versionId({ ...key, version: 2 }))).toHaveProperty('unreadable')
  expect(found.get(versionId({ ...key, version: 3 }))).toHaveProperty('unreadable')
  await catalogue.version(tx, key)
  expect(tx.asked.times).toBe(2)
})
