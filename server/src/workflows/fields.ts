import type { FactRecord, Facts, FactValue, PastRunsOfWorkflow } from './facts.ts'

/** What a field holds: undefined when the event or the guest does not have it. */
export type Found = FactValue | readonly string[] | undefined

/** `any` is what integrators send: it is known only when it arrives. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'any'

export interface Field {
  readonly kind: FieldKind
  read(facts: Facts): Found
}

const fixed: Record<string, Field> = {
  'event.source': { kind: 'text', read: facts => facts.event.source },
  'event.serials': { kind: 'list', read: facts => facts.event.serials },
  'guest.tags': { kind: 'list', read: facts => facts.guest.tags },
  'guest.points': { kind: 'number', read: facts => facts.guest.points },
  'guest.name': { kind: 'text', read: facts => facts.guest.name },
  'guest.email': { kind: 'text', read: facts => facts.guest.email },
  'guest.phone': { kind: 'text', read: facts => facts.guest.phone },
  'guest.email_consent': { kind: 'boolean', read: facts => facts.guest.email_consent },
  'guest.sms_consent': { kind: 'boolean', read: facts => facts.guest.sms_consent },
  'guest.do_not_contact': { kind: 'boolean', read: facts => facts.guest.do_not_contact },
  'venue.serial': { kind: 'text', read: facts => facts.venue?.serial },
  'venue.name': { kind: 'text', read: facts => facts.venue?.name },
}

/** Fields that go on with a key of somebody's choice. */
const keyed: Record<string, (facts: Facts) => FactRecord | undefined> = {
  'event.parameters.': facts => facts.event.parameters,
  'guest.attributes.': facts => facts.guest.attributes,
  'venue.variables.': facts => facts.venue?.variables,
  'workflow.variables.': facts => facts.workflow.variables,
}

const pastRuns: Record<string, (past: PastRunsOfWorkflow | undefined) => Found> = {
  count: past => past?.count ?? 0,
  completed: past => past?.completed ?? 0,
  /** Missing for a guest who was never there. */
  days_since_last: past => past?.daysSinceLast,
}

/** Every field that a condition may name, for messages. */
export const fieldNames = [
  ...Object.keys(fixed),
  ...Object.keys(keyed).map(prefix => `${prefix}<key>`),
  'webhooks.<node>.status',
  'webhooks.<node>.body.<key>',
  ...Object.keys(pastRuns).map(name => `past_runs.<workflow>.${name}`),
]

const WEBHOOK_STATUS = /^webhooks\.([\w-]{1,64})\.status$/
const WEBHOOK_BODY = /^webhooks\.([\w-]{1,64})\.body\.(.+)$/
const PAST_RUNS = /^past_runs\.([0-9a-f-]{36})\.(\w+)$/

export function findField(name: string): Field | undefined {
  if (Object.hasOwn(fixed, name)) return fixed[name]
  for (const [prefix, recordOf] of Object.entries(keyed)) {
    if (!name.startsWith(prefix) || name.length === prefix.length) continue
    const key = name.slice(prefix.length)
    return { kind: 'any', read: facts => own(recordOf(facts), key) }
  }
  const [, called, key] = WEBHOOK_BODY.exec(name) ?? WEBHOOK_STATUS.exec(name) ?? []
  if (called !== undefined && key === undefined) {
    return { kind: 'number', read: facts => own(facts.webhooks, called)?.status }
  }
  if (called !== undefined && key !== undefined) {
    return { kind: 'any', read: facts => own(own(facts.webhooks, called)?.body, key) }
  }
  const [, workflowId, figure] = PAST_RUNS.exec(name) ?? []
  if (workflowId === undefined || figure === undefined || !Object.hasOwn(pastRuns, figure)) return undefined
  const read = pastRuns[figure] as (typeof pastRuns)[string]
  return { kind: 'number', read: facts => read(facts.pastRuns.get(workflowId)) }
}

/** The workflow whose earlier runs a field asks for. */
export const pastRunsIn = (name: string): string | undefined => PAST_RUNS.exec(name)?.[1]

/** `__proto__`, `constructor` and their like are keys as any other: there, or not there. */
function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
