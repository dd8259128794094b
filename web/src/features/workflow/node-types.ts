import type { NodeType, WorkflowNode } from '@millrace/contract/node'
import { t } from '../../language/words.ts'

export type NodeKind = 'act' | 'decide' | 'wait' | 'end'

/** In the order in which they are offered. */
export const nodeKinds: readonly (readonly [NodeKind, string])[] = [
  ['act', t`Do something`],
  ['wait', t`Wait`],
  ['decide', t`Decide`],
  ['end', t`End`],
]

interface Described {
  readonly kind: NodeKind
  readonly name: string
  readonly about: string
  /** The content of a new one, without its id and its connections. */
  readonly fresh: object
}

/** Every type of step: its name, its purpose, and the content of a new one. */
export const nodeTypes: Readonly<Record<NodeType, Described>> = {
  send_email: {
    kind: 'act',
    name: t`Send an e-mail`,
    about: t`To the guest, if they gave consent.`,
    fresh: {
      subject: t`Hello {{ guest.name }}`,
      blocks: [
        { type: 'heading', text: t`Hello {{ guest.name }}` },
        { type: 'text', text: t`Thank you for your visit.` },
      ],
    },
  },
  send_sms: {
    kind: 'act',
    name: t`Send an SMS`,
    about: t`To the guest, if they gave consent.`,
    fresh: { body: t`Hello {{ guest.name }}` },
  },
  award_points: {
    kind: 'act',
    name: t`Award points`,
    about: t`Add points, or take some away.`,
    fresh: { points: 10 },
  },
  add_tag: { kind: 'act', name: t`Add a tag`, about: t`To the guest.`, fresh: { tag: '' } },
  remove_tag: { kind: 'act', name: t`Remove a tag`, about: t`From the guest.`, fresh: { tag: '' } },
  update_guest: {
    kind: 'act',
    name: t`Update the guest`,
    about: t`Fields and attributes of the guest.`,
    fresh: { changes: [{ field: 'attributes.', value: '' }] },
  },
  call_webhook: {
    kind: 'act',
    name: t`Call a webhook`,
    about: t`Send data to another system and use its answer.`,
    fresh: { url: 'https://', method: 'POST' },
  },
  create_task: {
    kind: 'act',
    name: t`Create a task`,
    about: t`For the staff of the venue.`,
    fresh: { title: t`Look after {{ guest.name }}` },
  },
  start_workflow: {
    kind: 'act',
    name: t`Start a workflow`,
    about: t`Hand the guest to another workflow. This one continues too.`,
    fresh: { workflow: '' },
  },
  branch: {
    kind: 'decide',
    name: t`Branch`,
    about: t`Takes the first branch whose condition is met.`,
    fresh: { cases: [{ when: { field: 'guest.points', operator: 'at_least', value: 100 } }] },
  },
  split: {
    kind: 'decide',
    name: t`Split`,
    about: t`By percentage. The same guest always gets the same result.`,
    fresh: { ways: [{ percent: 50 }, { percent: 50 }] },
  },
  wait: {
    kind: 'wait',
    name: t`Wait`,
    about: t`A while, until a time, or until the venue opens.`,
    fresh: { until: { after: { amount: 1, unit: 'days' } } },
  },
  wait_for_event: {
    kind: 'wait',
    name: t`Wait for an event`,
    about: t`Continues with the first event that arrives, or when the time is up.`,
    fresh: { events: [{ source: 'till' }], timeout: { after: { amount: 7, unit: 'days' } } },
  },
  wait_for_task: {
    kind: 'wait',
    name: t`Wait for a task`,
    about: t`Continues when the task is done, or when the time is up.`,
    fresh: { tasks: [], timeout: { after: { amount: 4, unit: 'hours' } } },
  },
  wait_for_click: {
    kind: 'wait',
    name: t`Wait for a click`,
    about: t`Continues when the guest clicks a link in an e-mail, or when the time is up.`,
    fresh: { email: '', timeout: { after: { amount: 3, unit: 'days' } } },
  },
  wait_for_answer: {
    kind: 'wait',
    name: t`Wait for an answer`,
    about: t`Continues when the guest answers the question in an e-mail, or when the time is up.`,
    fresh: { email: '', timeout: { after: { amount: 7, unit: 'days' } } },
  },
  end: { kind: 'end', name: t`End`, about: t`The run ends here.`, fresh: { outcome: 'success' } },
}

export const isNodeType = (type: unknown): type is NodeType =>
  typeof type === 'string' && Object.hasOwn(nodeTypes, type)

/** The label of a step, or else the name of its type. */
export const nameOf = (node: WorkflowNode): string => node.label || nodeTypes[node.type].name
