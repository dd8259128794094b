import { mayAsk } from '@millrace/contract/email-blocks'
import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Option } from '../../components/form/option.ts'
import { t } from '../../language/words.ts'
import type { Insertable } from './insertable.ts'
import { nameOf } from './node-types.ts'

const named = (value: string, label: string, about = value): Option => ({ value, label, about })

const ofGuest: readonly Option[] = [
  named('guest.name', t`the guest’s name`),
  named('guest.email', t`their e-mail address`),
  named('guest.points', t`how many points they have`),
]
const ofEvent: readonly Option[] = [
  named('event.source', t`the source of the event`),
  named('venue.name', t`the first venue of the event`),
  named('venue.serial', t`its venue code`),
]
const ofMessage: readonly Option[] = [
  named('workflow.name', t`the name of this workflow`),
  named('links.unsubscribe', t`in marketing: where the guest unsubscribes`),
  named('links.preferences', t`in messages: where the guest chooses what they get`),
]

/** While nothing is known of the source or of guests, how such a value is written. */
const anyParameter = named('event.parameters.spend', t`a parameter of the event that started the run`)
const anyAttribute = named('guest.attributes.language', t`one of their attributes`)

/** `spend` as it is; a name that is no word needs brackets and quotes. */
const keyed = (stem: string, key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) ? `${stem}.${key}` : `${stem}["${key}"]`

const parametersOf = (stem: string, { parameters }: Insertable): readonly Option[] =>
  parameters
    .filter(({ value }) => !value.includes('"'))
    .map(({ value, about }) => named(keyed(stem, value), value, about))

const attributesOf = ({ attributes }: Insertable): readonly Option[] =>
  attributes
    .filter(({ value }) => !value.includes('"'))
    .map(({ value }) => named(keyed('guest.attributes', value), t`the guest’s ${value}`))

/** After another event has moved a run, `event` is that one. */
const canMove = (node: WorkflowNode): boolean =>
  node.type === 'wait_for_event' || (node.type === 'wait' && node.moves !== undefined)

/** What an earlier step leaves for later texts. */
function leftBy(node: WorkflowNode): readonly Option[] {
  const step = nameOf(node)
  switch (node.type) {
    case 'send_email':
      return mayAsk(node) ? [named(`answers.${node.id}`, t`the guest’s answer to “${step}”`)] : []
    case 'create_task':
      return [named(`tasks.${node.id}.done_by`, t`who did “${step}”, after a wait for it`)]
    case 'award_points':
      return [named(`awarded.${node.id}`, t`the points that “${step}” gave`)]
    case 'call_webhook':
      return [named(`webhooks.${node.id}.status`, t`the status that “${step}” got`)]
    default:
      return []
  }
}

/**
 * The values that a template can show: those of the event as this source sends it, of the guest and the venue, the
 * variables of the workflow and what its steps leave.
 */
export function variablesOf(
  { variables = [], nodes = [] }: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>,
  insertable: Insertable = { parameters: [], attributes: [] },
): readonly Option[] {
  const parameters = parametersOf('event.parameters', insertable)
  const attributes = attributesOf(insertable)
  return [
    ...ofGuest,
    ...(attributes.length > 0 ? attributes : [anyAttribute]),
    ...(parameters.length > 0 ? parameters : [anyParameter]),
    ...(nodes.some(canMove) ? startedBy(insertable) : []),
    ...ofEvent,
    ...variables.map(({ key }) => named(`workflow.variables.${key}`, t`a variable of this workflow`)),
    ...nodes.flatMap(leftBy),
    ...ofMessage,
  ]
}

function startedBy(insertable: Insertable): readonly Option[] {
  const known = parametersOf('started_by.parameters', insertable)
  return known.length > 0
    ? known.map(({ value, label = '' }) =>
        named(value, t`${label} of the event that started the run, before another moved it`),
      )
    : [named('started_by.parameters.booked_for', t`the same, before another event moved the run`)]
}
