import type { NodeOf, NodeType } from '@millrace/contract/node'
import type { FunctionComponent } from 'react'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { TemplateField } from '../liquid/TemplateField.tsx'
import { BranchForm, SplitForm } from './DecideForms.tsx'
import { NumberField, OptionalText } from './fields.tsx'
import { CreateTaskForm, UpdateGuestForm } from './GuestForms.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { faultsAt, type NodeFormProps } from './panel-context.ts'
import { SendEmailForm } from './SendEmailForm.tsx'
import { WaitForEventForm, WaitForm } from './WaitForms.tsx'
import { WebhookForm } from './WebhookForm.tsx'

type Form<T extends NodeType> = FunctionComponent<NodeFormProps<NodeOf<T>>>

const SendSmsForm: Form<'send_sms'> = ({ node, onNode, ...rest }) => (
  <>
    <TemplateField
      {...rest}
      label="Text"
      channel="sms"
      value={node.body}
      faults={faultsAt(rest.faults, 'body')}
      onChange={body => onNode({ ...node, body }, 'body')}
    />
    <MessagePreview workflowId={rest.workflowId} parts={{ sms: node.body }} />
  </>
)

const AwardPointsForm: Form<'award_points'> = ({ node, onNode }) => (
  <>
    <NumberField
      label="Points"
      value={node.points}
      onChange={points => onNode({ ...node, points }, 'points')}
    />
    <OptionalText
      label="Reason"
      value={node.reason}
      onChange={reason => onNode({ ...node, reason } as typeof node, 'reason')}
    />
  </>
)

const TagForm: FunctionComponent<NodeFormProps<NodeOf<'add_tag'> | NodeOf<'remove_tag'>>> = ({
  node,
  onNode,
}) => (
  <TextField
    label="Tag"
    name="tag"
    maxLength={100}
    value={node.tag}
    onChange={tag => onNode({ ...node, tag }, 'tag')}
  />
)

const outcomes = [
  { value: 'success', label: 'Success' },
  { value: 'failure', label: 'Failure' },
] as const

const EndForm: Form<'end'> = ({ node, onNode }) => (
  <>
    <SelectField<'success' | 'failure'>
      label="Outcome"
      name="outcome"
      value={node.outcome}
      choices={outcomes}
      onChange={outcome => onNode({ ...node, outcome })}
    />
    <OptionalText
      label="Reason"
      value={node.reason}
      onChange={reason => onNode({ ...node, reason } as typeof node, 'reason')}
    />
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
  branch: BranchForm,
  split: SplitForm,
  wait: WaitForm,
  wait_for_event: WaitForEventForm,
  end: EndForm,
}

/** The form for its type. */
export function NodeForm(props: NodeFormProps) {
  const Form = forms[props.node.type] as FunctionComponent<NodeFormProps>
  return <Form {...props} />
}
