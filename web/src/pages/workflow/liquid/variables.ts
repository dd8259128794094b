import type { WorkflowDefinition } from '@millrace/contract/workflow'

interface Named {
  readonly name: string
  readonly about: string
}

const always: readonly Named[] = [
  { name: 'guest.name', about: 'the guest’s name' },
  { name: 'guest.email', about: 'their e-mail address' },
  { name: 'guest.points', about: 'how many points they have' },
  { name: 'guest.attributes.language', about: 'one of their attributes' },
  { name: 'event.parameters.spend', about: 'a parameter of the event that started the run' },
  { name: 'started_by.parameters.booked_for', about: 'the same, before another event moved the run' },
  { name: 'event.source', about: 'the source of the event' },
  { name: 'venue.name', about: 'the first venue of the event' },
  { name: 'venue.serial', about: 'its venue code' },
  { name: 'workflow.name', about: 'the name of this workflow' },
  { name: 'links.unsubscribe', about: 'in marketing: where the guest unsubscribes' },
  { name: 'links.preferences', about: 'in messages: where the guest chooses what they get' },
]

/** The variables that a template can use, including those of the workflow. */
export const variablesOf = ({ variables = [] }: WorkflowDefinition): readonly Named[] => [
  ...always,
  ...variables.map(({ key }) => ({
    name: `workflow.variables.${key}`,
    about: 'a variable of this workflow',
  })),
]
