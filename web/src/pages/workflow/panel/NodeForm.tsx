import type { NodeOf, NodeType } from '@millrace/contract/node'
import type { FunctionComponent } from 'react'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { OptionalNumber } from '../../../features/condition/NumberFields.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { TagField } from '../../../features/guest/TagFields.tsx'
import { t } from '../../../language/words.ts'
import { NumberValue } from '../values/NumberValue.tsx'
import { BranchForm, SplitForm } from './BranchForms.tsx'
import { CreateTaskForm, UpdateGuestForm } from './GuestForms.tsx'
import { LockedFields } from './LockedFields.tsx'
import { NodeText } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'
import { SendEmailForm } from './SendEmailForm.tsx'
import { SendSmsForm } from './SendSmsForm.tsx'
import { StartWorkflowForm } from './StartWorkflowForm.tsx'
import { WaitForAnswerForm } from './WaitForAnswerForm.tsx'
import { WaitForClickForm } from './WaitForClickForm.tsx'
import { WaitForEventForm, WaitForm } from './WaitForms.tsx'
import { WaitForTaskForm } from './WaitForTaskForm.tsx'
import { WebhookForm } from './WebhookForm.tsx'

type Form<T extends NodeType> = FunctionComponent<NodeFormProps<NodeOf<T>>>

const freshPoints = {
  written: 10,
  data: { field: 'event.parameters.spend', times: 1, round: 'down' },
} as const

const AwardPointsForm: Form<'award_points'> = form => (
  <>
    <NumberValue
      label={t`Points`}
      value={form.node.points}
      fresh={freshPoints}
      whole
      ifMissing={t`Leave blank to skip the step then.`}
      onChange={(points, about) => form.onNode({ ...form.node, points }, about)}
    />
    <OptionalNumber
      label={t`At most a day`}
      value={form.node.at_most_a_day}
      note={t`The most this step gives one guest on a day, in all runs. Leave blank for no limit.`}
      onChange={most =>
        form.onNode(withoutUndefined({ ...form.node, at_most_a_day: most } as typeof form.node), 'most')
      }
    />
    <NodeText form={form} field="reason" label={t`Reason`} />
  </>
)

const TagForm: FunctionComponent<NodeFormProps<NodeOf<'add_tag'> | NodeOf<'remove_tag'>>> = ({
  node,
  onNode,
}) => <TagField value={node.tag} onChange={tag => onNode({ ...node, tag }, 'tag')} />

const outcomes = [
  { value: 'success', label: t`Success` },
  { value: 'failure', label: t`Failure` },
] as const

const EndForm: Form<'end'> = form => (
  <>
    <SelectField<'success' | 'failure'>
      label={t`Outcome`}
      name="outcome"
      value={form.node.outcome}
      choices={outcomes}
      onChange={outcome => form.onNode({ ...form.node, outcome })}
    />
    <NodeText form={form} field="reason" label={t`Reason`} />
  </>
)

const forms: { [T in NodeType]: Form<T> } = {
  send_email: SendEmailForm,
  send_sms: SendSmsForm,
  award_points: AwardPointsForm,
  add_tag: TagForm as Form<'add_tag'>,
  remove_tag: TagForm as Form<'remove_tag'>,
  update_guest: UpdateGuestForm,
  call_webhook: WebhookForm,
  create_task: CreateTaskForm,
  start_workflow: StartWorkflowForm,
  branch: BranchForm,
  split: SplitForm,
  wait: WaitForm,
  wait_for_event: WaitForEventForm,
  wait_for_task: WaitForTaskForm,
  wait_for_click: WaitForClickForm,
  wait_for_answer: WaitForAnswerForm,
  end: EndForm,
}

/** They lock their fields themselves: languages and previews are for those who only read, too. */
const messages: ReadonlySet<NodeType> = new Set(['send_email', 'send_sms'])

/** The form for its type. */
export function NodeForm(props: NodeFormProps) {
  const { node, locked } = props
  const Form = forms[node.type] as FunctionComponent<NodeFormProps>
  return messages.has(node.type) ? (
    <Form {...props} />
  ) : (
    <LockedFields locked={locked}>
      <Form {...props} />
    </LockedFields>
  )
}
