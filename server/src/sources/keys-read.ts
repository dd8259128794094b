import type { Condition } from '@millrace/contract/condition'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { compileTemplate } from '#templates/compile-template.ts'
import { templateFields } from '#workflows/validation/template-fields.ts'

const PARAMETERS = 'event.parameters.'

/**
 * The keys of a source's events that a document reads, and where: `trigger`, `exit`, or the ids of nodes. Templates and
 * branches read the event that started the run; a wait and an exit read the event they listen for.
 */
export function keysRead(definition: WorkflowDefinition, source: string | null): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const note = (field: string, where: string) => {
    if (!field.startsWith(PARAMETERS)) return
    const key = field.slice(PARAMETERS.length)
    found.set(key, (found.get(key) ?? new Set()).add(where))
  }
  const noteAll = (condition: Condition | undefined, where: string) => {
    for (const field of condition === undefined ? [] : fieldsOf(condition)) note(field, where)
  }
  const started = definition.trigger.source === source
  if (started) noteAll(definition.trigger.when, 'trigger')
  for (const exit of definition.exits ?? []) {
    if (exit.on === 'event' ? exit.source === source : started) noteAll(exit.when, 'exit')
  }
  for (const node of definition.nodes) {
    if (node.type === 'wait_for_event') {
      for (const event of node.events) if (event.source === source) noteAll(event.when, node.id)
    }
    if (!started) continue
    if (node.type === 'branch') for (const { when } of node.cases) noteAll(when, node.id)
    for (const { text, channel } of templateFields(node)) {
      const compiled = compileTemplate(text, channel)
      if (compiled.ok) for (const path of compiled.template.variables) note(path, node.id)
    }
  }
  return found
}

function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf)
  if ('any' in condition) return condition.any.flatMap(fieldsOf)
  return 'not' in condition ? fieldsOf(condition.not) : [condition.field]
}
