import { mayAsk } from '@millrace/contract/email-blocks'
import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Option } from '../../components/form/option.ts'
import { t } from '../../language/words.ts'
import type { Insertable } from './insertable.ts'
import { nameOf } from './node-types.ts'

const named = (value: string, label: string, more = ''): Option => ({
  value,
  label,
  about: more === '' ? value : `${value}: ${more}`,
})

const ofGuest: readonly Option[] = [
  named('guest.name', t`Guest’s name`),
  named('guest.email', t`Guest’s e-mail address`),
  named('guest.phone', t`Guest’s phone number`),
  named('guest.points', t`Guest’s points`),
]
const ofEvent: readonly Option[] = [
  named('event.source', t`Source of the event`),
  named('venue.name', t`Venue name`),
  named('venue.serial', t`Venue code`),
]
const ofMessage: readonly Option[] = [
  named('workflow.name', t`Workflow name`),
  named('links.unsubscribe', t`Unsubscribe link`, t`in marketing: where the guest unsubscribes`),
  named('links.preferences', t`Preferences link`, t`in messages: where the guest chooses what they get`),
]

/** While nothing is known of the source or of guests, how such a value is written. */
const anyParameter = named(
  'event.parameters.spend',
  'spend',
  t`a parameter of the event that started the run`,
)
const anyAttribute = named('guest.attributes.language', t`Guest’s ${'language'}`)

/** `spend` as it is; a name that is no word needs brackets and quotes. */
const keyed = (stem: string, key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) ? `${stem}.${key}` : `${stem}["${key}"]`

const parametersOf = (stem: string, { parameters }: Insertable): readonly Option[] =>
  parameters
    .filter(({ value }) => !value.includes('"'))
    .map(({ value, about }) =>
      about === undefined
        ? named(keyed(stem, value), value)
        : { value: keyed(stem, value), label: value, about },
    )

const attributesOf = ({ attributes }: Insertable): readonly Option[] =>
  attributes
    .filter(({ value }) => !value.includes('"'))
    .map(({ value }) => named(keyed('guest.attributes', value), t`Guest’s ${value}`))

/** After another event has moved a run, `event` is that one. */
const canMove = (node: WorkflowNode): boolean =>
  node.type === 'wait_for_event' || (node.type === 'wait' && node.moves !== undefined)

/** What an earlier step leaves for later texts. */
function leftBy(node: WorkflowNode): readonly Option[] {
  const step = nameOf(node)
  switch (node.type) {
    case 'send_email':
      return mayAsk(node) ? [named(`answers.${node.id}`, t`Answer to “${step}”`)] : []
    case 'create_task':
      return [named(`tasks.${node.id}.done_by`, t`Who did “${step}”`, t`after a wait for it`)]
    case 'award_points':
      return [named(`awarded.${node.id}`, t`Points from “${step}”`)]
    case 'call_webhook':
      return [named(`webhooks.${node.id}.status`, t`Status of “${step}”`)]
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
    ...variables.map(({ key }) => named(`workflow.variables.${key}`, key, t`a variable of this workflow`)),
    ...nodes.flatMap(leftBy),
    ...ofMessage,
  ]
}

function startedBy(insertable: Insertable): readonly Option[] {
  const known = parametersOf('started_by.parameters', insertable)
  return known.length > 0
    ? known.map(({ value, label = '' }) =>
        named(value, t`First ${label}`, t`of the event that started the run, before another moved it`),
      )
    : [
        named(
          'started_by.parameters.booked_for',
          t`First ${'booked_for'}`,
          t`of the event that started the run, before another moved it`,
        ),
      ]
}
