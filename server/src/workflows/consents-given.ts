import type { WorkflowDefinition } from '@millrace/contract/workflow'

/**
 * The steps that give a consent to e-mail, or may: one whose value comes from data. Where an organisation lets guests confirm
 * consents, these are the ones that nobody confirms, so the member who publishes them is shown which they are.
 */
export const consentsGiven = ({ nodes }: Pick<WorkflowDefinition, 'nodes'>): readonly string[] =>
  nodes
    .filter(
      node =>
        node.type === 'update_guest' &&
        node.changes.some(
          change =>
            change.field === 'email_consent' &&
            'value' in change &&
            change.value !== false &&
            change.value !== null,
        ),
    )
    .map(({ id }) => id)
