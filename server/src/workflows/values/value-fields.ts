import type { BodyField, GuestUpdate, WorkflowNode } from '@millrace/contract/node'
import type { ValueFromData } from '@millrace/contract/value'

/** The fields that the values of a node are taken from. */
export function valueFields(node: WorkflowNode): string[] {
  switch (node.type) {
    case 'award_points':
      return typeof node.points === 'number' ? [] : [node.points.field]
    case 'wait':
      return 'moment' in node.until ? [node.until.moment.field] : []
    case 'update_guest':
      return node.changes.flatMap(fieldsOfUpdate)
    case 'call_webhook':
      return Array.isArray(node.body) ? node.body.flatMap(({ value }) => fieldsOfValue(value)) : []
    case 'start_workflow':
      return (node.parameters ?? []).flatMap(({ value }) =>
        value === null || typeof value !== 'object' ? [] : ['field' in value ? value.field : fieldOf(value)],
      )
    default:
      return []
  }
}

function fieldsOfUpdate(update: GuestUpdate): string[] {
  if ('plus' in update) return typeof update.plus === 'number' ? [] : [update.plus.field]
  return fieldsOfValue(update.value)
}

const fieldsOfValue = (value: BodyField['value']): string[] =>
  value === null || typeof value !== 'object' ? [] : [fieldOf(value)]

function fieldOf(value: ValueFromData): string {
  if ('number' in value) return value.number.field
  return 'moment' in value ? value.moment.field : value.yes_no.field
}
