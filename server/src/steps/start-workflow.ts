import { createHash } from 'node:crypto'
import type { NodeOf } from '@millrace/contract/node'
import { idAt } from '#base/id-at.ts'
import type { FactValue } from '#workflows/facts.ts'
import { readField } from '#workflows/values/read-field.ts'
import { valueFrom } from '#workflows/values/value-from-data.ts'
import { localisationOf } from './localisation.ts'
import { renderField } from './render-field.ts'
import { go, type Step, type StepFacts, StepFailed, skip } from './step.ts'

/** More starts in a row than this are taken for a circle. */
export const LONGEST_CHAIN = 10
const LONGEST_TEXT = 2048

/** The started run skips the trigger of its workflow, as one that is started by the API does. */
export const startWorkflow: Step<'start_workflow'> = (node, stepFacts) => {
  const { run, now, facts, workflows } = stepFacts
  if (run.chain >= LONGEST_CHAIN) {
    throw new StepFailed(
      'chain_too_long',
      `${LONGEST_CHAIN} workflows in a row have started each other, and this would be one more.`,
      { chain: run.chain },
    )
  }
  const target = workflows.get(node.workflow)
  const about = { workflow_id: node.workflow }
  if (target?.status !== 'active' || target.version === null) {
    return skip(node.next, 'workflow_not_active', { ...about, status: target?.status ?? null })
  }
  const id = startedId(now, run.id, node.id)
  const input = {
    source: null,
    serials: facts.startedBy.serials,
    parameters: parametersOf(node, stepFacts),
    ...(facts.event.hops === undefined ? {} : { hops: facts.event.hops }),
    ...(run.test ? { test: true as const } : {}),
  }
  const start = { id, workflowId: node.workflow, version: target.version, input }
  return go(node.next, { ...about, run_id: id, parameters: input.parameters }, { type: 'start', start })
}

/** A value that is taken from data and missing there is missing here. */
function parametersOf(node: NodeOf<'start_workflow'>, stepFacts: StepFacts): Record<string, FactValue> {
  const entries = (node.parameters ?? []).flatMap(({ key, value }, index) => {
    const found = parameterValue(node, `parameters.${index}.value`, value, stepFacts)
    if (typeof found === 'string' && found.length > LONGEST_TEXT) {
      const message = `The parameter "${key}" has ${found.length} characters; at most ${LONGEST_TEXT} are possible.`
      throw new StepFailed('parameter_too_long', message, { field: key })
    }
    return found === undefined ? [] : [[key, found] as const]
  })
  return Object.fromEntries(entries)
}

type Given = NonNullable<NodeOf<'start_workflow'>['parameters']>[number]['value']

function parameterValue(
  node: object,
  path: string,
  value: Given,
  stepFacts: StepFacts,
): FactValue | undefined {
  if (typeof value === 'string') return renderField(node, path, value, 'text', stepFacts)
  if (value === null || typeof value !== 'object') return value
  if (!('field' in value)) {
    const from = valueFrom(value, stepFacts.facts, localisationOf(stepFacts).timeZone)
    return from.ok ? from.value : undefined
  }
  const found = readField(value.field, stepFacts.facts)
  return Array.isArray(found) ? found.join(', ') : (found as FactValue | undefined)
}

/** The same however often the step is attempted, and of the moment of the start: steps are stored by the month in it. */
function startedId(now: Date, runId: string, nodeId: string): string {
  const hash = createHash('sha256').update(`${runId}/${nodeId}`).digest('hex')
  return `${idAt(now).slice(0, 15)}${hash.slice(0, 3)}-a${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
