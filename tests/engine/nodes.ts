import type { NodeOf } from '@millrace/contract/node'
import type { Trigger, WorkflowDefinition } from '@millrace/contract/workflow'

type Nodes = WorkflowDefinition['nodes']

/** A workflow that starts with the first of these nodes. */
export const workflow = (
  source: string | null,
  nodes: Nodes,
  rest: Partial<WorkflowDefinition> & { readonly when?: NonNullable<Trigger['when']> } = {},
): WorkflowDefinition => {
  const { when, ...others } = rest
  return {
    trigger: { source, ...(when === undefined ? {} : { when }) },
    start: (nodes[0] as Nodes[number]).id,
    nodes,
    ...others,
  }
}

export const end: NodeOf<'end'> = { id: 'end', type: 'end', outcome: 'success' }

export const points = (id: string, next = 'end', amount = 1): NodeOf<'award_points'> => ({
  id,
  type: 'award_points',
  points: amount,
  next,
})

export const tag = (id: string, name: string, next = 'end'): NodeOf<'add_tag'> => ({
  id,
  type: 'add_tag',
  tag: name,
  next,
})

export const wait = (id: string, next = 'end'): NodeOf<'wait'> => ({
  id,
  type: 'wait',
  until: { after: { amount: 3, unit: 'days' } },
  next,
})

/** Waits three days for one of the sources, each of which leads to a separate node. */
export const waitFor = (
  id: string,
  sources: Readonly<Record<string, string>>,
  timeout = 'end',
): NodeOf<'wait_for_event'> => ({
  id,
  type: 'wait_for_event',
  events: Object.entries(sources).map(([source, next]) => ({ source, next })),
  timeout: { after: { amount: 3, unit: 'days' }, next: timeout },
})

export const mail = (id: string, next = 'end'): NodeOf<'send_email'> => ({
  id,
  type: 'send_email',
  subject: 'Hello {{ guest.name }}',
  html: '<p>Hello {{ guest.name }}</p>',
  next,
})

export const sms = (id: string, next = 'end'): NodeOf<'send_sms'> => ({
  id,
  type: 'send_sms',
  body: 'Hello {{ guest.name }}',
  next,
})

export const webhook = (
  id: string,
  url: string,
  next = 'end',
  rest: Partial<NodeOf<'call_webhook'>> = {},
): NodeOf<'call_webhook'> => ({ id, type: 'call_webhook', url, method: 'POST', next, ...rest })

export const reachable = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '+447700900123',
  email_consent: true,
  sms_consent: true,
} as const
