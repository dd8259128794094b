import type { NodeOf } from '@millrace/contract/node'
import { TemplateField } from '../liquid/TemplateField.tsx'
import { OptionalText } from './fields.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { faultsAt, type NodeFormProps } from './panel-context.ts'

export function SendEmailForm({ node, onNode, ...rest }: NodeFormProps<NodeOf<'send_email'>>) {
  return (
    <>
      <TemplateField
        {...rest}
        label="Subject"
        channel="subject"
        short
        value={node.subject}
        faults={faultsAt(rest.faults, 'subject')}
        onChange={subject => onNode({ ...node, subject }, 'subject')}
      />
      <TemplateField
        {...rest}
        label="HTML"
        channel="html"
        value={node.html}
        faults={faultsAt(rest.faults, 'html')}
        onChange={html => onNode({ ...node, html }, 'html')}
      />
      <TemplateField
        {...rest}
        label="Text part"
        channel="text"
        note="For those who read without HTML. Empty: made from the HTML."
        value={node.text ?? ''}
        faults={faultsAt(rest.faults, 'text')}
        onChange={text => onNode({ ...node, text: text || undefined } as typeof node, 'text')}
      />
      <OptionalText
        label="From whom"
        value={node.from_name}
        note="A name, or {{ venue.name }}. Without one, as in the settings."
        onChange={from_name => onNode({ ...node, from_name } as typeof node, 'from_name')}
      />
      <OptionalText
        label="Answers go to"
        value={node.reply_to}
        onChange={reply_to => onNode({ ...node, reply_to } as typeof node, 'reply_to')}
      />
      <MessagePreview
        workflowId={rest.workflowId}
        parts={{ subject: node.subject, html: node.html, ...(node.text ? { text: node.text } : {}) }}
      />
    </>
  )
}
