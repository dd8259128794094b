import type { NodeOf } from '@millrace/contract/node'
import { useState } from 'react'
import { t } from '../../../language/words.ts'
import { InLanguages } from './InLanguages.tsx'
import { LockedFields } from './LockedFields.tsx'
import { ClassField, NodeTemplate, TopicField } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'
import { SmsPreview } from './SmsPreview.tsx'

export function SendSmsForm(form: NodeFormProps<NodeOf<'send_sms'>>) {
  const [language, setLanguage] = useState<string>()
  return (
    <>
      <LockedFields locked={form.locked}>
        <ClassField form={form} />
        <TopicField form={form} />
      </LockedFields>
      <InLanguages form={form} language={language} onLanguage={setLanguage}>
        {its => (
          <>
            <NodeTemplate form={its} field="body" label={t`Text`} channel="sms" />
            <SmsPreview form={its} />
          </>
        )}
      </InLanguages>
    </>
  )
}
