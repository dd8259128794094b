import { expect, test } from 'vitest'
import { emptyDocument, insertNode, TRIGGER } from './document.ts'
import { variablesOf } from './variables.ts'

test('what steps leave is offered by the step that leaves it', () => {
  const task = insertNode(emptyDocument, 'create_task', { from: TRIGGER, handle: 'next' })
  const { document } = insertNode(task.document, 'send_email', { from: task.id, handle: 'next' })
  const [, email] = document.nodes.filter(({ type }) => type !== 'end')
  const asking = {
    ...document,
    nodes: document.nodes.map(node =>
      node.id === email?.id
        ? { ...node, label: 'How was it?', blocks: [{ type: 'question', text: 'Well?', scale: 'stars' }] }
        : node,
    ),
  } as typeof document
  const offered = variablesOf(asking).map(({ value, label }) => `${value}: ${label}`)
  expect(offered).toContain('answers.send_email_1: Answer to “How was it?”')
  expect(offered).toContain('tasks.create_task_1.done_by: Who did “Create a task”')
  expect(variablesOf(document).map(({ value }) => value)).not.toContain('answers.send_email_1')
})

test('parameters and attributes are those of this source and these guests, with an example', () => {
  const offered = variablesOf(emptyDocument, {
    parameters: [{ value: 'bill_total', about: 'number, for example 42.5' }, { value: 'table no.' }],
    attributes: [{ value: 'birthday' }],
  })
  expect(offered.find(({ value }) => value === 'event.parameters.bill_total')).toEqual({
    value: 'event.parameters.bill_total',
    label: 'bill_total',
    about: 'number, for example 42.5',
  })
  const values = offered.map(({ value }) => value)
  expect(values).toContain('event.parameters["table no."]')
  expect(values).toContain('guest.attributes.birthday')
  // No other source's parameters, and none of an event that nothing can replace.
  expect(values.join()).not.toMatch(/spend|booked_for|language|started_by/)
  const waiting = insertNode(emptyDocument, 'wait_for_event', { from: TRIGGER, handle: 'next' }).document
  expect(
    variablesOf(waiting, { parameters: [{ value: 'covers' }], attributes: [] }).map(({ value }) => value),
  ).toContain('started_by.parameters.covers')
})

test('where nothing is known yet, one of each shows how they are written', () => {
  const values = variablesOf(emptyDocument).map(({ value }) => value)
  expect(values).toContain('event.parameters.spend')
  expect(values).toContain('guest.attributes.language')
})
