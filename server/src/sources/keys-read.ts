import type { Condition } from '@millrace/contract/condition'
import { sourceOf, type WorkflowDefinition } from '@millrace/contract/workflow'
import { compileTemplate } from '#templates/compile-template.ts'
import type { Listened } from '#workflows/listened.ts'
import { templateFields } from '#workflows/validation/template-fields.ts'

const PARAMETERS = 'event.parameters.'
const STARTED_BY = 'started_by.parameters.'

/**
 * The keys of a source's events that a document reads, and where: `trigger`, `exit`, or the ids of nodes. Templates and
 * branches read the event that started the run; a wait and an exit read the event they listen for, and compare it with
 * the one that started the run.
 */
export function keysRead(definition: WorkflowDefinition, source: string | null): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const started = sourceOf(definition.trigger) === source
  const noteKey = (key: string, where: string) => found.set(key, (found.get(key) ?? new Set()).add(where))
  /** `read`: which events the field `event` stands for there are of this source. */
  const note = (field: string, where: string, read: boolean) => {
    if (read && field.startsWith(PARAMETERS)) noteKey(field.slice(PARAMETERS.length), where)
    if (started && field.startsWith(STARTED_BY)) noteKey(field.slice(STARTED_BY.length), where)
  }
  const noteAll = (condition: Condition | undefined, where: string, read: boolean) => {
    for (const field of condition === undefined ? [] : fieldsOf(condition)) note(field, where, read)
  }
  const noteListened = (listened: Listened, where: string) => {
    const read = listened.source === source
    if (read || started) for (const key of listened.match ?? []) noteKey(key, where)
    noteAll(listened.when, where, read)
  }
  if (started) noteAll(definition.trigger.when, 'trigger', true)
  for (const exit of definition.exits ?? []) {
    if (exit.on === 'event') noteListened(exit, 'exit')
    else noteAll(exit.when, 'exit', started)
  }
  for (const node of definition.nodes) {
    if (node.type === 'wait_for_event') for (const event of node.events) noteListened(event, node.id)
    if (node.type === 'wait') for (const event of node.moves ?? []) noteListened(event, node.id)
    if (!started) continue
    if (node.type === 'branch') for (const { when } of node.cases) noteAll(when, node.id, true)
    for (const { text, channel } of templateFields(node)) {
      const compiled = compileTemplate(text, channel)
      if (compiled.ok) for (const path of compiled.template.variables) note(path, node.id, true)
    }
  }
  return found
}

function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf)
  if ('any' in condition) return condition.any.flatMap(fieldsOf)
  return 'not' in condition ? fieldsOf(condition.not) : [condition.field]
}
