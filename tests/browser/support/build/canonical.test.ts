import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { templates } from '../../../../server/src/dashboard/templates/templates.ts'
import { canonical } from './canonical.ts'
import { withStepsIn } from './references.ts'

const asks: WorkflowDefinition = {
  trigger: { source: 'till' },
  start: 'ask',
  nodes: [
    {
      id: 'ask',
      type: 'send_email',
      subject: 'How was it?',
      blocks: [{ type: 'question', text: 'How was it?', scale: 'stars' }],
      next: 'answer',
    },
    {
      id: 'answer',
      type: 'wait_for_answer',
      email: 'ask',
      next: 'many',
      timeout: { after: { amount: 5, unit: 'days' }, next: 'silent' },
    },
    {
      id: 'many',
      type: 'branch',
      cases: [{ label: 'Few', when: { field: 'answers.ask', operator: 'at_most', value: 3 }, next: 'call' }],
      else: 'happy',
    },
    { id: 'call', type: 'create_task', title: '{{ answers.ask }} of 5 stars', next: 'called' },
    {
      id: 'called',
      type: 'wait_for_task',
      tasks: ['call'],
      next: 'happy',
      timeout: { after: { amount: 1, unit: 'days' }, next: 'silent' },
    },
    { id: 'happy', type: 'end', outcome: 'success' },
    { id: 'silent', type: 'end', outcome: 'failure' },
  ],
}

/** The same with other ids, in another order. */
function disguised(definition: WorkflowDefinition): WorkflowDefinition {
  const names = new Map(definition.nodes.map(({ id }, place) => [id, `other_${place}`]))
  const other = withStepsIn(definition, names)
  return { ...other, start: names.get(definition.start) ?? '', nodes: other.nodes.toReversed() }
}

test('documents are equal whatever their steps are called, and in whatever order they stand', () => {
  expect(disguised(asks)).not.toEqual(asks)
  for (const definition of [asks, ...templates.map(template => template.definition)])
    expect(canonical(disguised(definition))).toEqual(canonical(definition))
})

test('every id is replaced: in ways, in tasks and e-mails that are waited for, in conditions and in texts', () => {
  const text = JSON.stringify(canonical(asks))
  for (const { id } of asks.nodes) expect(text).not.toMatch(new RegExp(`(?<![\\w-])${id}(?![\\w-])`))
  expect(text).toContain('{{ answers.step-1 }}')
})

const changes: [string, string, string][] = [
  ['a way that leads elsewhere', '"else":"happy"', '"else":"silent"'],
  ['a condition about another step', 'answers.ask","operator', 'answers.call","operator'],
  ['a text about another step', '{{ answers.ask }}', '{{ answers.call }}'],
  ['another task', '"tasks":["call"]', '"tasks":["ask"]'],
  ['another value', '"value":3', '"value":4'],
  ['another outcome', '"success"', '"failure"'],
  ['another trigger', '"till"', '"bills"'],
]

test.each(changes)('%s makes another document', (_what, from, to) => {
  const changed = JSON.stringify(asks).replace(from, to)
  expect(changed).not.toBe(JSON.stringify(asks))
  expect(canonical(JSON.parse(changed))).not.toEqual(canonical(asks))
})

test('a step that nothing leads to makes another document', () => {
  const more: WorkflowDefinition = {
    ...asks,
    nodes: [...asks.nodes, { id: 'left', type: 'end', outcome: 'success' }],
  }
  expect(canonical(more)).not.toEqual(canonical(asks))
})
