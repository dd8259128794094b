import type { NodeOf } from '@millrace/contract/node'
import type { FactRecord, FactValue } from '#workflows/facts.ts'
import { effectId } from './effect-id.ts'
import { newValue } from './new-value.ts'
import { renderField } from './render-field.ts'
import { ofTest, undelivered } from './sending.ts'
import { go, type Step, type StepDetail, type StepFacts } from './step.ts'

export const callWebhook: Step<'call_webhook'> = (node, stepFacts) => {
  const { resumed, run } = stepFacts
  if (resumed?.kind === 'delivered') {
    const answer = { status: Number(resumed.detail.status ?? 0), body: plainValues(resumed.detail.json) }
    return go(node.next, { delivery: resumed.detail }, { type: 'webhook', answer })
  }
  if (resumed?.kind === 'undelivered') {
    if (node.on_failure === undefined) throw undelivered(resumed)
    const { code, message, detail } = resumed
    return go(node.on_failure, { failed: { code, message }, delivery: detail })
  }
  const id = effectId(run.id, node.id)
  const url = renderField(node, 'url', node.url, 'url', stepFacts)
  const given = node.headers ?? []
  const headers = Object.fromEntries(
    given.flatMap(({ name, value }, index) =>
      value === undefined
        ? []
        : [[name, renderField(node, `headers.${index}.value`, value, 'subject', stepFacts)]],
    ),
  )
  const secrets = given.flatMap(({ name, secret }) => (secret === undefined ? [] : [[name, secret]]))
  const { body, leftOut } = bodyOf(node, stepFacts)
  const content = {
    url,
    method: node.method,
    headers,
    hops: (stepFacts.facts.event.hops ?? 0) + 1,
    ...(secrets.length === 0 ? {} : { secret_headers: Object.fromEntries(secrets) }),
    body,
  }
  const message = { id, channel: 'webhook' as const, recipient: url, kept: run.test === true, content }
  const detail = {
    message_id: id,
    url,
    method: node.method,
    ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
  }
  // Nobody answers in a test run: what later conditions would read of the answer is missing.
  if (message.kept)
    return go(node.next, { ...detail, kept: true, ...ofTest(run) }, { type: 'message', message })
  return {
    kind: 'wait',
    until: null,
    waitingFor: { type: 'delivery', channel: 'webhook', message_id: id },
    effects: [{ type: 'message', message }],
    detail,
  }
}

function bodyOf(
  node: NodeOf<'call_webhook'>,
  stepFacts: StepFacts,
): { body: string; leftOut: readonly StepDetail[] } {
  if (node.body === undefined) return { body: usualBody(stepFacts), leftOut: [] }
  if (!Array.isArray(node.body))
    return { body: renderField(node, 'body', node.body, 'json', stepFacts), leftOut: [] }
  const fields = node.body.map(({ name, value }, index) => ({
    name,
    found: newValue(node, `body.${index}.value`, value, stepFacts),
  }))
  return {
    body: JSON.stringify(
      Object.fromEntries(fields.map(({ name, found }) => [name, found.ok ? found.value : null])),
    ),
    leftOut: fields.flatMap(({ name, found }) =>
      found.ok ? [] : [{ change: name, expected: found.expected, field: found.field, found: found.found }],
    ),
  }
}

/** The default body, for workflows that define none. */
function usualBody({ facts, run, now }: StepFacts): string {
  const { guest, event, venue, workflow } = facts
  return JSON.stringify({
    type: 'workflow.step',
    timestamp: now.toISOString(),
    data: {
      workflow_run_id: run.id,
      workflow_id: run.workflowId,
      workflow_name: workflow.name,
      organisation_registration_id: guest.id,
      serial: venue?.serial ?? null,
      source: event.source,
      parameters: event.parameters,
    },
  })
}

const LONGEST = 2_048
const MOST = 100

/** What later conditions can read from an answer: the plain values at its top level. */
function plainValues(json: unknown): FactRecord {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return {}
  const plain = Object.entries(json as StepDetail).filter(
    (entry): entry is [string, FactValue] => entry[1] === null || typeof entry[1] !== 'object',
  )
  return Object.fromEntries(
    plain
      .slice(0, MOST)
      .map(([key, value]) => [
        key,
        typeof value === 'string' ? value.slice(0, LONGEST).toWellFormed() : value,
      ]),
  )
}
