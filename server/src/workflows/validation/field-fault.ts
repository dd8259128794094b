import { fieldNames, findField, type NamedField } from '@millrace/contract/condition/fields'
import type { FieldKind } from '@millrace/contract/condition/operators'
import type { Scope } from './scope.ts'

export interface FieldScope extends Scope {
  /** It is evaluated whenever the guest changes, and there is no event then. */
  readonly guestOnly?: boolean
  /** It decides whether a run starts, so there is none yet. */
  readonly beforeRun?: boolean
  /** It is the condition of a segment: there is a guest, and nothing else. */
  readonly inSegment?: boolean
  /** It says which of a guest's events a segment counts. */
  readonly ofEvent?: boolean
}

export type FieldHere =
  | { readonly field: NamedField; readonly kind: FieldKind; readonly fault?: undefined }
  | { readonly field?: undefined; readonly kind?: undefined; readonly fault: string }

/** A field that conditions and values can use in this scope, or why they cannot. */
export function fieldHere(name: string, scope: FieldScope): FieldHere {
  const field = findField(name)
  if (field === undefined)
    return { fault: `There is no field "${name}". There are ${fieldNames.join(', ')}.` }
  const fault = outOfScope(name, field, scope)
  if (fault !== undefined) return { fault }
  return { field, kind: scope.variables.get(variableIn(name) ?? '') ?? field.row.kind }
}

const VARIABLE = 'workflow.variables.'
const variableIn = (name: string) => (name.startsWith(VARIABLE) ? name.slice(VARIABLE.length) : undefined)

/** Why a field that exists cannot be used here. */
function outOfScope(
  name: string,
  { row, keys: { node } }: NamedField,
  { guestOnly, beforeRun, inSegment, ofEvent, variables, webhooks, awards, questions }: FieldScope,
): string | undefined {
  if (ofEvent)
    return /^event\.(parameters\.|serials$)/.test(name)
      ? undefined
      : `Which events are counted can depend on event.parameters and event.serials, not on "${name}".`
  if (inSegment)
    return name.startsWith('guest.') && !name.startsWith('guest.facts_here.')
      ? undefined
      : `A segment can only ask for the guest and their facts over all venues, not for "${name}".`
  if (row.inSegmentsOnly)
    return `Only a segment can ask for "${name}". Save a segment with it, and ask for "guest.segments".`
  if (guestOnly && !name.startsWith('guest.'))
    return `An exit on a change of the guest can only ask for fields of the guest, not for "${name}".`
  if (beforeRun && name.startsWith('started_by.'))
    return `"${name}" cannot be known here: a trigger decides whether a run starts. Use "event" instead of "started_by".`
  if (guestOnly && /^guest\.(facts(_here)?\.|segments$)/.test(name))
    return `An exit on a change of the guest cannot ask for "${name}", which changes with events. Use an exit on an event of that source.`
  const variable = variableIn(name)
  if (variable !== undefined && !variables.has(variable)) {
    const known = [...variables.keys()].join(', ')
    return `The workflow has no variable "${variable}". ${known === '' ? 'It has none.' : `It has ${known}.`}`
  }
  if (name.startsWith('awarded.'))
    return awards.has(node)
      ? undefined
      : `"${name}" cannot be known here: no award_points node "${node}" comes before.`
  if (name.startsWith('answers.'))
    return questions.has(node)
      ? undefined
      : `"${name}" cannot be known here: no send_email node "${node}" with a question comes before.`
  if (node !== '' && !webhooks.has(node))
    return `"${name}" cannot be known here: no call_webhook node "${node}" comes before.`
  return undefined
}
