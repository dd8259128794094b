import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowFault } from '@millrace/contract/workflow-management'
import { t } from '../../language/words.ts'
import { connectionsOf } from './connections.ts'
import { findNode } from './document.ts'
import { nameOf } from './node-types.ts'

/** What to do about a field that is empty. The server names fields as files do; people know their labels. */
const toDo: Readonly<Record<string, string>> = {
  subject: t`Enter a subject.`,
  html: t`Write the e-mail.`,
  body: t`Write the text.`,
  tag: t`Enter a tag.`,
  title: t`Enter a title.`,
  url: t`Enter the address to call.`,
  workflow: t`Choose a workflow.`,
  field: t`Choose a field.`,
  value: t`Enter a value.`,
  source: t`Choose a source.`,
  attribute: t`Enter the attribute with the date.`,
  tasks: t`Choose a task to wait for.`,
  key: t`Enter a name.`,
  name: t`Enter a name.`,
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
    return [{ path: 'trigger', message: t`Choose what starts this workflow, and add a first step.` }]
  const problems = faults.map(fault =>
    isEmpty.test(fault.message) ? { ...fault, message: emptyInWords(document, fault) } : fault,
  )
  const unique = new Map(problems.map(problem => [`${problem.path} ${problem.message}`, problem]))
  return [...unique.values()]
}

function emptyInWords(document: WorkflowDefinition, { path, node: id, message }: WorkflowFault): string {
  const node = id === undefined ? undefined : findNode(document, id)
  const way = node && connectionAt(node, path)
  if (path === 'start' || way === '') return t`Add a next step or an end.`
  if (way !== undefined) return t`Add a next step or an end to the branch "${way}".`
  if (path === 'trigger.segment.id' || path === 'trigger.broadcast.segment') return t`Choose a segment.`
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
