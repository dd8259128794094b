import type { Duration } from '@millrace/contract/calendar'
import type { Condition } from '@millrace/contract/condition'
import { conditionInWords } from '@millrace/contract/condition/in-words'
import { type Names, quoted, shortened } from '@millrace/contract/in-words'
import type { NodeOf } from '@millrace/contract/node'
import { durationInWords } from '@millrace/contract/value-in-words'
import type { FieldChange, WorkflowDifference } from '@millrace/contract/workflow-management'
import { triggerPartInWords } from './describe-trigger.ts'
import { untilInWords } from './describe-value.ts'

/** The differences, a sentence for each change; empty when there are none. */
export function describeDifference(found: WorkflowDifference, names: Names = {}): string[] {
  const inWords = (subject: string, changes: readonly FieldChange[]) =>
    changes.map(change => changeInWords(subject, change, names))
  return [
    ...found.trigger.map(change => changeInWords('The trigger', change, names, triggerPartInWords)),
    ...found.variables.flatMap(({ key, kind, changes }) => {
      const subject = `The variable ${quoted(key)}`
      return kind === 'changed' ? inWords(subject, changes) : [`${subject} was ${kind}.`]
    }),
    ...inWords('The exits', found.exits),
    ...found.nodes.flatMap(({ id, type, label, kind, changes }) => {
      const subject = `${quoted(id)}${label === null ? '' : ` (${shortened(label)})`}`
      return kind === 'changed' ? inWords(subject, changes) : [`The ${type} ${subject} was ${kind}.`]
    }),
    ...found.edges.map(wayInWords),
    ...inWords('The workflow', found.other),
  ]
}

function wayInWords({ node, path, before, after }: WorkflowDifference['edges'][number]): string {
  const way = path === 'next' ? '' : ` by ${path}`
  if (after === undefined) return `${quoted(node)} no longer leads to ${say(before)}${way}.`
  const instead = before === undefined ? '' : ` instead of ${say(before)}`
  return `${quoted(node)} leads to ${say(after)}${instead}${way}.`
}

function changeInWords(
  subject: string,
  { path, before, after }: FieldChange,
  names: Names,
  partInWords: typeof triggerPartInWords = () => undefined,
): string {
  const field = path === '' ? subject : `${subject}: ${path}`
  const [was, is] = [before, after].map(
    value => partInWords(path, value, names) ?? valueInWords(path, value, names),
  )
  if (was === undefined) return `${field} is new: ${is}.`
  return is === undefined ? `${field} is gone; it was ${was}.` : `${field} was ${was}, and is now ${is}.`
}

/** Drafts may contain anything anywhere; unexpected values are shown as they are. */
function valueInWords(path: string, value: unknown, names: Names): string | undefined {
  if (value === undefined) return undefined
  try {
    switch (path.slice(path.lastIndexOf('.') + 1)) {
      case 'when':
        return quoted(conditionInWords(value as Condition, names))
      case 'until':
        return quoted(untilInWords(value as NodeOf<'wait'>['until']))
      case 'after':
      case 'within':
      case 'due':
        return quoted(durationInWords(value as Duration))
    }
  } catch {}
  return say(value)
}

const say = (value: unknown) => (typeof value === 'string' ? quoted(value) : shortened(JSON.stringify(value)))
