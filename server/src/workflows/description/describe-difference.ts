import type { Duration } from '@millrace/contract/calendar'
import type { Condition } from '@millrace/contract/condition'
import { conditionInWords } from '@millrace/contract/condition/in-words'
import { type Names, quoted, shortened } from '@millrace/contract/in-words'
import type { NodeOf } from '@millrace/contract/node'
import { say } from '@millrace/contract/say'
import { durationInWords } from '@millrace/contract/value-in-words'
import type { FieldChange, WorkflowDifference } from '@millrace/contract/workflow-management'
import { triggerPartInWords } from './describe-trigger.ts'
import { untilInWords } from './describe-value.ts'

/** The differences, a sentence for each change; empty when there are none. */
export function describeDifference(found: WorkflowDifference, names: Names = {}): string[] {
  const inWords = (subject: string, changes: readonly FieldChange[]) =>
    changes.map(change => changeInWords(subject, change, names))
  return [
    ...found.trigger.map(change => changeInWords(say`The trigger`, change, names, triggerPartInWords)),
    ...found.variables.flatMap(({ key, kind, changes }) => {
      const subject = say`The variable ${quoted(key)}`
      if (kind === 'changed') return inWords(subject, changes)
      return [kind === 'added' ? say`${subject} was added.` : say`${subject} was removed.`]
    }),
    ...inWords(say`The exits`, found.exits),
    ...found.nodes.flatMap(({ id, type, label, kind, changes }) => {
      const subject = `${quoted(id)}${label === null ? '' : ` (${shortened(label)})`}`
      if (kind === 'changed') return inWords(subject, changes)
      return [
        kind === 'added' ? say`The ${type} ${subject} was added.` : say`The ${type} ${subject} was removed.`,
      ]
    }),
    ...found.edges.map(wayInWords),
    ...inWords(say`The workflow`, found.other),
  ]
}

function wayInWords({ node, path, before, after }: WorkflowDifference['edges'][number]): string {
  const way = path === 'next' ? '' : say` by ${path}`
  const from = quoted(node)
  if (after === undefined) return say`${from} no longer leads to ${shown(before)}${way}.`
  return before === undefined
    ? say`${from} leads to ${shown(after)}${way}.`
    : say`${from} leads to ${shown(after)} instead of ${shown(before)}${way}.`
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
  if (was === undefined) return say`${field} is new: ${is}.`
  return is === undefined
    ? say`${field} is gone; it was ${was}.`
    : say`${field} was ${was}, and is now ${is}.`
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
  return shown(value)
}

const shown = (value: unknown) =>
  typeof value === 'string' ? quoted(value) : shortened(JSON.stringify(value))
