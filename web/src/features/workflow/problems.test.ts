import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import { emptyDocument } from './document.ts'
import { problemInWords, problemsOf } from './problems.ts'

const document: WorkflowDefinition = {
  trigger: { source: 'till' },
  start: 'size',
  nodes: [
    {
      id: 'size',
      type: 'branch',
      cases: [
        {
          label: 'Large',
          when: { field: 'event.parameters.spend', operator: 'at_least', value: 100 },
          next: '',
        },
      ],
      else: '',
    },
    { id: 'mail', type: 'send_email', label: 'Thanks', subject: '', html: '', next: '' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}
const empty = (path: string, node: string) => ({
  path,
  node,
  message: `The field "${path.slice(path.lastIndexOf('.') + 1)}" must not be empty.`,
})

test('an empty field is something to do, at its step', () => {
  const faults = [
    empty('nodes.0.cases.0.next', 'size'),
    empty('nodes.0.else', 'size'),
    empty('nodes.1.subject', 'mail'),
    empty('nodes.1.next', 'mail'),
  ]
  expect(problemsOf(document, faults).map(problem => problemInWords(document, problem))).toEqual([
    'Branch: Add a next step or an end to the branch "Large".',
    'Branch: Add a next step or an end to the branch "Otherwise".',
    'Thanks: Enter a subject.',
    'Thanks: Add a next step or an end.',
  ])
})

test('a new draft has one problem, not one for each part of a document', () => {
  const faults = ['trigger', 'start', 'nodes'].map(path => ({
    path,
    message: `The field "${path}" is missing.`,
  }))
  expect(problemsOf(emptyDocument, faults).map(({ message }) => message)).toEqual([
    'Choose what starts this workflow, and add a first step.',
  ])
})

test('the same problem is listed once, and any other keeps its words', () => {
  const fault = { path: 'nodes.2', node: 'end', message: 'Nothing leads to "end".' }
  expect(problemsOf(document, [fault, { ...fault }])).toEqual([fault])
})
