import { mayAsk } from '@millrace/contract/email-blocks'
import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { t } from '../../language/words.ts'
import { nameOf } from './node-types.ts'

interface Named {
  readonly name: string
  readonly about: string
}

const always: readonly Named[] = [
  { name: 'guest.name', about: t`the guest’s name` },
  { name: 'guest.email', about: t`their e-mail address` },
  { name: 'guest.points', about: t`how many points they have` },
  { name: 'guest.attributes.language', about: t`one of their attributes` },
  { name: 'event.parameters.spend', about: t`a parameter of the event that started the run` },
  { name: 'started_by.parameters.booked_for', about: t`the same, before another event moved the run` },
  { name: 'event.source', about: t`the source of the event` },
  { name: 'venue.name', about: t`the first venue of the event` },
  { name: 'venue.serial', about: t`its venue code` },
  { name: 'workflow.name', about: t`the name of this workflow` },
  { name: 'links.unsubscribe', about: t`in marketing: where the guest unsubscribes` },
  { name: 'links.preferences', about: t`in messages: where the guest chooses what they get` },
]

/** What an earlier step leaves for later texts. */
function leftBy(node: WorkflowNode): readonly Named[] {
  const step = nameOf(node)
  switch (node.type) {
    case 'send_email':
      return mayAsk(node) ? [{ name: `answers.${node.id}`, about: t`the guest’s answer to “${step}”` }] : []
    case 'create_task':
      return [{ name: `tasks.${node.id}.done_by`, about: t`who did “${step}”, after a wait for it` }]
    case 'award_points':
      return [{ name: `awarded.${node.id}`, about: t`the points that “${step}” gave` }]
    case 'call_webhook':
      return [{ name: `webhooks.${node.id}.status`, about: t`the status that “${step}” got` }]
    default:
      return []
  }
}

/** The variables that a template can use, including those of the workflow and what its steps leave. */
export const variablesOf = ({
  variables = [],
  nodes = [],
}: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>): readonly Named[] => [
  ...always,
  ...variables.map(({ key }) => ({
    name: `workflow.variables.${key}`,
    about: t`a variable of this workflow`,
  })),
  ...nodes.flatMap(leftBy),
]
