import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowFault } from '@millrace/contract/workflow-management'
import { connectionsOf } from './connections.ts'
import { findNode } from './document.ts'
import { nameOf } from './node-types.ts'

/** What to do about a field that is empty. The server names fields as files do; people know their labels. */
const toDo: Readonly<Record<string, string>> = {
  subject: 'Enter a subject.',
  html: 'Write the e-mail.',
  body: 'Write the text.',
  tag: 'Enter a tag.',
  title: 'Enter a title.',
  url: 'Enter the address to call.',
  workflow: 'Choose a workflow.',
  field: 'Choose a field.',
  value: 'Enter a value.',
  source: 'Choose a source.',
  attribute: 'Enter the attribute with the date.',
  tasks: 'Choose a task to wait for.',
  key: 'Enter a name.',
  name: 'Enter a name.',
}

const isEmpty =
  /^The field "[^"]+" (must not be empty|is missing|needs at least 1|needs a (workflow|segment).*)\.$/

/** The faults of a draft as things to do, each once. */
export function problemsOf(
  document: WorkflowDefinition,
  faults: readonly WorkflowFault[],
): readonly WorkflowFault[] {
  // Of a draft that nothing was saved in yet, every part is missing.
  if (faults.some(({ path, message }) => path === 'nodes' && isEmpty.test(message)))
    return [{ path: 'trigger', message: 'Choose what starts this workflow, and add a first step.' }]
  const problems = faults.map(fault =>
    isEmpty.test(fault.message) ? { ...fault, message: emptyInWords(document, fault) } : fault,
  )
  const unique = new Map(problems.map(problem => [`${problem.path} ${problem.message}`, problem]))
  return [...unique.values()]
}

function emptyInWords(document: WorkflowDefinition, { path, node: id, message }: WorkflowFault): string {
  const node = id === undefined ? undefined : findNode(document, id)
  const way = node && connectionAt(node, path)
  if (path === 'start' || way === '') return 'Add a next step or an end.'
  if (way !== undefined) return `Add a next step or an end to the branch "${way}".`
  if (path === 'trigger.segment.id' || path === 'trigger.broadcast.segment') return 'Choose a segment.'
  return toDo[path.slice(path.lastIndexOf('.') + 1)] ?? message
}

/** The name of the connection that `nodes.3.cases.0.next` is about. */
function connectionAt(node: WorkflowNode, path: string): string | undefined {
  const own = path.replace(/^nodes\.\d+\./, '')
  return connectionsOf(node).find(({ handle }) => own === handle || own === `${handle}.next`)?.label
}

/** With the name of the step, for a list of all of them. */
export function problemInWords(document: WorkflowDefinition, { node: id, message }: WorkflowFault): string {
  const node = id === undefined ? undefined : findNode(document, id)
  return node === undefined ? message : `${nameOf(node)}: ${message}`
}
