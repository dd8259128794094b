import type { BodyField } from '@millrace/contract/node'
import { type ValueFound, valueFrom } from '#workflows/values/value-from-data.ts'
import { localisationOf } from './localisation.ts'
import { renderField } from './render-field.ts'
import type { StepFacts } from './step.ts'

/** A value that a node writes: a template is rendered, and what comes from data is read. `path` is its place in the node. */
export function newValue(
  node: object,
  path: string,
  value: BodyField['value'],
  stepFacts: StepFacts,
): ValueFound {
  if (typeof value === 'string') return { ok: true, value: renderField(node, path, value, 'text', stepFacts) }
  if (value === null || typeof value !== 'object') return { ok: true, value }
  return valueFrom(value, stepFacts.facts, localisationOf(stepFacts).timeZone)
}
