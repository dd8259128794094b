import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { connectionsOf } from './connections.ts'
import {
  connect,
  emptyDocument,
  findNode,
  insertNode,
  placeOf,
  possibleTargets,
  removeNode,
  SETTINGS,
  TRIGGER,
  toDocument,
} from './document.ts'

const start = { from: TRIGGER, handle: 'next' }
const targets = (document: WorkflowDefinition, id: string) => {
  const node = findNode(document, id)
  return node ? connectionsOf(node).map(({ handle, target }) => `${handle} → ${target}`) : undefined
}

test('a new node goes in between, with all its ways', () => {
  const { document, id } = insertNode(emptyDocument, 'branch', start)
  expect([document.start, id]).toEqual(['branch_1', 'branch_1'])
  expect(targets(document, id)).toEqual(['cases.0 → end', 'else → end'])
  const second = insertNode(document, 'wait_for_event', { from: id, handle: 'cases.0' })
  expect(targets(second.document, id)).toEqual(['cases.0 → wait_for_event_1', 'else → end'])
  expect(targets(second.document, second.id)).toEqual(['events.0 → end', 'timeout → end'])
  expect(emptyDocument.nodes).toHaveLength(1)
})

test('ids are never given twice', () => {
  let document = emptyDocument
  for (let count = 0; count < 3; count++) document = insertNode(document, 'wait', start).document
  expect(document.nodes.map(({ id }) => id)).toEqual(['end', 'wait_1', 'wait_2', 'wait_3'])
  const fewer = removeNode(document, 'wait_2')
  expect(insertNode(fewer, 'wait', start).id).toBe('wait_2')
})

test('what led to a removed node leads on', () => {
  const first = insertNode(emptyDocument, 'wait', start)
  const second = insertNode(first.document, 'add_tag', { from: first.id, handle: 'next' })
  const without = removeNode(second.document, second.id)
  expect(targets(without, first.id)).toEqual(['next → end'])
  expect(removeNode(without, first.id).start).toBe('end')
  expect(targets(removeNode(without, 'end'), first.id)).toEqual(['next → undefined'])
})

test('no way leads back', () => {
  const first = insertNode(emptyDocument, 'wait', start)
  const { document, id } = insertNode(first.document, 'branch', { from: first.id, handle: 'next' })
  expect(possibleTargets(document, id).map(node => node.id)).toEqual(['end'])
  expect(possibleTargets(document, first.id).map(node => node.id)).toEqual(['end', id])
  expect(targets(connect(document, { from: id, handle: 'else' }, 'end'), id)).toContain('else → end')
})

test('a document that cannot be shown is recognised', () => {
  expect(toDocument(null)).toBe(emptyDocument)
  expect(toDocument({})).toBe(emptyDocument)
  const nodes = (...list: unknown[]) => toDocument({ trigger: {}, start: 'a', nodes: list })
  expect(nodes({ id: 'a', type: 'end' })).toBeDefined()
  expect(toDocument({ ...emptyDocument, variables: ['nonsense'] })).toBeUndefined()
  expect(toDocument({ ...emptyDocument, exits: {} })).toBeUndefined()
  expect(nodes({ id: 'a', type: 'end' }, { id: 'a', type: 'end' })).toBeUndefined()
  for (const node of [null, 1, {}, { id: 'a' }, { id: 'a', type: 'toString' }, { id: 'a', type: 'branch' }]) {
    expect(nodes(node)).toBeUndefined()
  }
})

test('an absence is shown if its sources are a list of names', () => {
  const shown = (rule: object) => toDocument({ ...emptyDocument, trigger: { absence: rule } }) !== undefined
  expect(shown({ days: 60, time: '10:00' })).toBe(true)
  expect(shown({ days: 60, time: '10:00', sources: ['bookings'] })).toBe(true)
  for (const sources of [5, 'bookings', [5], {}]) expect(shown({ time: '10:00', sources })).toBe(false)
})

test('an e-mail is shown if each of its blocks has a type and texts', () => {
  const shown = (...blocks: unknown[]) =>
    toDocument({ trigger: {}, start: 'a', nodes: [{ id: 'a', type: 'send_email', blocks }] }) !== undefined
  const text = { type: 'text', text: '' }
  const image = { type: 'image', url: '', alt: '' }
  expect(shown(text, image, { ...image, link: 'x' }, { type: 'divider' })).toBe(true)
  expect(shown({ type: 'columns', columns: [[text], [], [image]] })).toBe(true)
  for (const block of [
    null,
    'x',
    {},
    { type: 'song' },
    { type: 'toString' },
    { type: 'text' },
    { type: 'html' },
  ])
    expect(shown(block)).toBe(false)
  expect(shown({ ...text, text: 5 })).toBe(false)
  expect(shown({ type: 'columns' })).toBe(false)
  expect(shown({ type: 'columns', columns: [text] })).toBe(false)
  expect(shown({ type: 'columns', columns: [[{ type: 'columns', columns: [] }]] })).toBe(false)
})

test('values from data are shown if they name a field', () => {
  const shown = (fields: object) =>
    toDocument({ trigger: {}, start: 'a', nodes: [{ id: 'a', ...fields }] }) !== undefined
  const update = (change: object) => shown({ type: 'update_guest', changes: [change] })
  const field = 'attributes.a'
  for (const value of [1, 'x', null, true, [], { number: { field: 'x' } }, { yes_no: { field: 'x' } }])
    expect(update({ field, value })).toBe(true)
  for (const value of [{}, { number: 5 }, { number: {} }, { text: { field: 'x' } }])
    expect(update({ field, value })).toBe(false)
  expect(update({ field, plus: 'typed' })).toBe(true)
  expect(update({ field, plus: {} })).toBe(false)
  expect(update({ value: 1 })).toBe(false)
  expect(shown({ type: 'award_points', points: {} })).toBe(false)
  expect(shown({ type: 'award_points', points: '1.5' })).toBe(true)
  expect(shown({ type: 'wait', until: { moment: {} } })).toBe(false)
  expect(shown({ type: 'wait', until: { moment: { field: 'x' } } })).toBe(true)
})

test('every fault is about a node, the trigger, or the whole', () => {
  expect(placeOf({ path: 'nodes.3.tag', node: 'tag_1' })).toBe('tag_1')
  expect(placeOf({ path: 'variables.0.key' })).toBe(SETTINGS)
  expect(placeOf({ path: 'exits.1.when' })).toBe(SETTINGS)
  expect(placeOf({ path: 'trigger.source' })).toBe(TRIGGER)
  expect(placeOf({ path: 'start' })).toBe(TRIGGER)
})
