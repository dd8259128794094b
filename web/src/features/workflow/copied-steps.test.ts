import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { connectionsOf } from './connections.ts'
import { branchAsText, pasteSteps, placeAfter, stepsAsText, stepsOf } from './copied-steps.ts'
import { emptyDocument, TRIGGER } from './document.ts'

const document: WorkflowDefinition = {
  trigger: { source: 'till' },
  start: 'call_webhook_1',
  nodes: [
    { id: 'call_webhook_1', type: 'call_webhook', url: 'https://crm.example/guests', next: 'branch_1' },
    {
      id: 'branch_1',
      type: 'branch',
      cases: [
        {
          when: { field: 'webhooks.call_webhook_1.status', operator: 'eq', value: 200 },
          next: 'create_task_1',
        },
      ],
      else: 'end',
    },
    { id: 'create_task_1', type: 'create_task', title: 'Call', next: 'wait_for_task_1' },
    {
      id: 'wait_for_task_1',
      type: 'wait_for_task',
      tasks: ['create_task_1'],
      next: 'end',
      timeout: { after: { amount: 1, unit: 'days' }, next: 'add_tag_1' },
    },
    { id: 'add_tag_1', type: 'add_tag', tag: '{{ webhooks.call_webhook_1.body.tier }}', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
} as WorkflowDefinition

const ways = ({ nodes }: WorkflowDefinition) =>
  nodes.flatMap(node => connectionsOf(node).map(({ handle, target }) => `${node.id}.${handle} → ${target}`))

const paste = (into: WorkflowDefinition, text: string, after?: string) => {
  const place = placeAfter(into, after)
  const steps = stepsOf(text)
  if (place === undefined || steps === undefined) throw new Error('nothing can be pasted')
  return pasteSteps(into, steps, place)
}

test('a copied step goes in after the selected one, under an id that is free', () => {
  const { id, document: pasted } = paste(
    document,
    stepsAsText(document, new Set(['add_tag_1'])) ?? '',
    'create_task_1',
  )
  expect(id).toBe('add_tag_2')
  expect(ways(pasted)).toEqual(
    expect.arrayContaining(['create_task_1.next → add_tag_2', 'add_tag_2.next → wait_for_task_1']),
  )
  expect(pasted.nodes.at(-1)).toMatchObject({ tag: '{{ webhooks.call_webhook_1.body.tier }}' })
  expect(document.nodes).toHaveLength(6)
})

test('a copied branch is joined in itself under new ids, also inside conditions, templates and tasks', () => {
  const { document: pasted } = paste(document, branchAsText(document, 'call_webhook_1'))
  expect(pasted.start).toBe('call_webhook_2')
  expect(ways(pasted).slice(7)).toEqual([
    'call_webhook_2.next → branch_2',
    'branch_2.cases.0 → create_task_2',
    'branch_2.else → call_webhook_1',
    'create_task_2.next → wait_for_task_2',
    'wait_for_task_2.next → call_webhook_1',
    'wait_for_task_2.timeout → add_tag_2',
    'add_tag_2.next → call_webhook_1',
  ])
  const copies = JSON.stringify(pasted.nodes.slice(6).filter(({ type }) => type !== 'call_webhook'))
  expect(copies).toContain('webhooks.call_webhook_2.status')
  expect(copies).toContain('{{ webhooks.call_webhook_2.body.tier }}')
  expect(copies).toContain('"tasks":["create_task_2"]')
})

test('in another workflow it continues with what is there', () => {
  const { document: pasted } = paste(emptyDocument, branchAsText(document, 'create_task_1'), TRIGGER)
  expect(pasted.start).toBe('create_task_1')
  expect(ways(pasted)).toEqual([
    'create_task_1.next → wait_for_task_1',
    'wait_for_task_1.next → end',
    'wait_for_task_1.timeout → add_tag_1',
    'add_tag_1.next → end',
  ])
})

test('nothing follows the end', () => {
  expect(placeAfter(document, 'end')).toBeUndefined()
})

test.each([
  'Dear guest',
  '{"millrace_steps":[]}',
  '{"millrace_steps":[{"id":"a","type":"explode"}]}',
  '{"millrace_steps":[{"id":"a","type":"branch"}]}',
  '{"millrace_steps":[{"id":"a","type":"add_tag"},{"id":"a","type":"add_tag"}]}',
  JSON.stringify({ millrace_steps: Array.from({ length: 201 }, (_, at) => ({ id: `e${at}`, type: 'end' })) }),
  'null',
])('%.50s is not steps', text => {
  expect(stepsOf(text)).toBeUndefined()
})

test('several copied steps stay in the order in which they are read, and what is cut comes back as itself', () => {
  const ids = new Set(['add_tag_1', 'create_task_1', 'end'])
  const text = stepsAsText(document, ids) ?? ''
  expect(stepsOf(text)?.map(({ id }) => id)).toEqual(['create_task_1', 'add_tag_1'])
  const { document: pasted, id } = paste(emptyDocument, text)
  expect([id, ...ways(pasted)]).toEqual([
    'create_task_1',
    'create_task_1.next → add_tag_1',
    'add_tag_1.next → end',
  ])
  expect(stepsAsText(document, new Set(['end']))).toBeUndefined()
})
