import type { NodeOf } from '@millrace/contract/node'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { t } from '../../../language/words.ts'
import { EmailBody } from './EmailBody.tsx'
import { InLanguages } from './InLanguages.tsx'
import { LockedFields } from './LockedFields.tsx'
import { ClassField, NodeTemplate, NodeText, TopicField } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'
import { StepBlocks } from './StepBlocks.tsx'

type EmailForm = NodeFormProps<NodeOf<'send_email'>>

export function SendEmailForm(form: EmailForm) {
  const [language, setLanguage] = useState<string>()
  const [isEditing, setIsEditing] = useState(false)
  const inLanguages = { form, language, onLanguage: setLanguage }
  return (
    <>
      <LockedFields locked={form.locked}>
        <ClassField form={form} />
        <TopicField form={form} />
      </LockedFields>
      <InLanguages {...inLanguages}>
        {its => <EmailTexts form={its} onEdit={() => setIsEditing(true)} />}
      </InLanguages>
      <LockedFields locked={form.locked}>
        <NodeText
          form={form}
          field="from_name"
          label={t`From name`}
          note={t`A name, or {{ venue.name }}. Leave blank for the name in the settings.`}
        />
        <NodeText form={form} field="reply_to" label={t`Reply-to`} />
      </LockedFields>
      {isEditing && (
        <Dialog full title={form.locked ? t`E-mail` : t`Edit e-mail`} onClose={() => setIsEditing(false)}>
          <InLanguages {...inLanguages}>
            {its => <StepBlocks {...its} onClose={() => setIsEditing(false)} />}
          </InLanguages>
        </Dialog>
      )}
    </>
  )
}

/** What the e-mail says, in one language. */
function EmailTexts({ form, onEdit }: { form: EmailForm; onEdit(): void }) {
  const isSaved = form.node.piece !== undefined
  return (
    <>
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
      <EmailBody {...form} onEdit={onEdit} />
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
    </>
  )
}
