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
  const offered = variablesOf(asking).map(({ name, about }) => `${name}: ${about}`)
  expect(offered).toContain('answers.send_email_1: the guest’s answer to “How was it?”')
  expect(offered).toContain('tasks.create_task_1.done_by: who did “Create a task”, after a wait for it')
  expect(variablesOf(document).map(({ name }) => name)).not.toContain('answers.send_email_1')
})
