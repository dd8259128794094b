import type { MessageClass, NodeOf, WorkflowNode } from '@millrace/contract/node'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { useSettings } from '../../../components/time/use-zone.ts'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { WhatIsThis } from '../../../features/help/WhatIsThis.tsx'
import { t } from '../../../language/words.ts'
import { TemplateField, type TemplateFieldProps } from '../liquid/TemplateField.tsx'
import { OptionalText } from './fields.tsx'
import { faultsAt, type NodeFormProps } from './panel-context.ts'

/** The fields of a step that are texts. */
type TextKey<Node> = {
  [Key in keyof Node]-?: NonNullable<Node[Key]> extends string ? Key : never
}[keyof Node] &
  string

interface NodeFieldProps<Node extends WorkflowNode> {
  form: NodeFormProps<Node>
  field: TextKey<Node>
  label: string
  note?: string
}

/** An optional text that is empty is absent. */
const withText = <Node extends WorkflowNode>(node: Node, field: TextKey<Node>, text: string | undefined) =>
  withoutUndefined({ ...node, [field]: text } as Node)

export interface NodeTemplateProps<Node extends WorkflowNode>
  extends NodeFieldProps<Node>,
    Pick<TemplateFieldProps, 'channel' | 'short'> {
  optional?: boolean
}

/** A Liquid text of a step, with the faults that were found in it. */
export function NodeTemplate<Node extends WorkflowNode>(props: NodeTemplateProps<Node>) {
  const { form, field, optional = false, ...rest } = props
  const { node, onNode, workflowId, document, locked, faults, language } = form
  return (
    <TemplateField
      {...rest}
      workflowId={workflowId}
      document={document}
      locked={locked}
      language={language}
      value={(node[field] as string | undefined) ?? ''}
      faults={faultsAt(faults, field)}
      onChange={text => onNode(withText(node, field, optional && text === '' ? undefined : text), field)}
    />
  )
}

const classes = [
  { value: 'marketing', label: t`Marketing` },
  { value: 'transactional', label: t`Transactional` },
] as const

/** Whether the message is marketing, which it usually is: then the document does not say so. */
export function ClassField<Node extends NodeOf<'send_email'> | NodeOf<'send_sms'>>({
  form: { node, onNode },
}: {
  form: NodeFormProps<Node>
}) {
  const chosen = node.class ?? 'marketing'
  return (
    <>
      <SelectField<MessageClass>
        label={t`Class`}
        name="class"
        value={chosen}
        choices={classes}
        note={
          chosen === 'marketing'
            ? t`Needs consent, obeys quiet hours and caps, and can be unsubscribed from.`
            : t`For what the guest asked for, such as a booking: no marketing consent needed. You confirm this when you publish.`
        }
        onChange={next =>
          onNode(
            withoutUndefined({
              ...node,
              class: next === 'marketing' ? undefined : next,
              // Guests get a transactional message whatever topics they chose.
              topic: next === 'marketing' ? node.topic : undefined,
            } as Node),
          )
        }
      />
      <WhatIsThis topic="marketers#consent-and-limits">{t`Marketing or transactional?`}</WhatIsThis>
    </>
  )
}

/** What the marketing is about; not there while the organisation has no topics. */
export function TopicField<Node extends NodeOf<'send_email'> | NodeOf<'send_sms'>>({
  form: { node, onNode },
}: {
  form: NodeFormProps<Node>
}) {
  const topics = useSettings()?.topics ?? []
  const { topic = '' } = node
  if (node.class === 'transactional' || (topics.length === 0 && topic === '')) return null
  const isKnown = topic === '' || topics.some(({ id }) => id === topic)
  return (
    <SelectField
      label={t`Topic`}
      name="topic"
      value={topic}
      choices={[
        { value: '', label: t`No topic` },
        ...topics.map(({ id, name }) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value: topic, label: t`${topic} (removed)` }]),
      ]}
      note={t`Guests who turned this topic off do not get the message.`}
      onChange={next => onNode(withoutUndefined({ ...node, topic: next || undefined } as Node))}
    />
  )
}

/** A text of a step that may be absent. */
export const NodeText = <Node extends WorkflowNode>({ form, field, ...rest }: NodeFieldProps<Node>) => (
  <OptionalText
    {...rest}
    value={form.node[field] as string | undefined}
    onChange={text => form.onNode(withText(form.node, field, text), field)}
  />
)

interface Labelled {
  label?: string
}

/** The label of a branch of a step. */
export const LabelField = <Row extends Labelled>({
  row,
  onChange,
}: {
  row: Row
  onChange(row: Row, about: string): void
}) => (
  <OptionalText
    label={t`Label`}
    value={row.label}
    onChange={label => onChange(withoutUndefined({ ...row, label } as Row), 'label')}
  />
)
