import type { NodeOf } from '@millrace/contract/node'
import { t } from '../../../language/words.ts'
import { EmailBody } from './EmailBody.tsx'
import { ClassField, NodeTemplate, NodeText, TopicField } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

export function SendEmailForm(form: NodeFormProps<NodeOf<'send_email'>>) {
  const isSaved = form.node.piece !== undefined
  return (
    <>
      <ClassField form={form} />
      <TopicField form={form} />
      <NodeTemplate
        form={form}
        field="subject"
        label={t`Subject`}
        channel="subject"
        {...(isSaved && { note: t`Leave blank for the subject of the saved e-mail.` })}
        short
        optional={isSaved}
      />
      <NodeTemplate
        form={form}
        field="preview"
        label={t`Preview text`}
        channel="subject"
        note={
          isSaved
            ? t`Leave blank for that of the saved e-mail.`
            : t`Shown beside the subject in the inbox. Leave blank for the beginning of the e-mail.`
        }
        short
        optional
      />
      <EmailBody {...form} />
      {!isSaved && (
        <NodeTemplate
          form={form}
          field="text"
          label={t`Text part`}
          channel="text"
          note={t`For e-mail programs without HTML. Leave blank to have it created.`}
          optional
        />
      )}
      <NodeText
        form={form}
        field="from_name"
        label={t`From name`}
        note={t`A name, or {{ venue.name }}. Leave blank for the name in the settings.`}
      />
      <NodeText form={form} field="reply_to" label={t`Reply-to`} />
    </>
  )
}
