import type { NodeOf } from '@millrace/contract/node'
import { MessagePreview } from './MessagePreview.tsx'
import { ClassField, NodeTemplate, NodeText, TopicField } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

export function SendEmailForm(form: NodeFormProps<NodeOf<'send_email'>>) {
  const { subject, html, text } = form.node
  return (
    <>
      <ClassField form={form} />
      <TopicField form={form} />
      <NodeTemplate form={form} field="subject" label="Subject" channel="subject" short />
      <NodeTemplate form={form} field="html" label="HTML" channel="html" />
      <NodeTemplate
        form={form}
        field="text"
        label="Text part"
        channel="text"
        note="For e-mail programs without HTML. Leave blank to create it from the HTML."
        optional
      />
      <NodeText
        form={form}
        field="from_name"
        label="From name"
        note="A name, or {{ venue.name }}. Leave blank for the name in the settings."
      />
      <NodeText form={form} field="reply_to" label="Reply-to" />
      <MessagePreview workflowId={form.workflowId} parts={{ subject, html, ...(text ? { text } : {}) }} />
    </>
  )
}
