import type { NodeOf } from '@millrace/contract/node'
import { useState } from 'react'
import { t } from '../../../language/words.ts'
import { InLanguages } from './InLanguages.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { ClassField, NodeTemplate, TopicField } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

export function SendSmsForm(form: NodeFormProps<NodeOf<'send_sms'>>) {
  const [language, setLanguage] = useState<string>()
  return (
    <>
      <ClassField form={form} />
      <TopicField form={form} />
      <InLanguages form={form} language={language} onLanguage={setLanguage}>
        {its => (
          <>
            <NodeTemplate form={its} field="body" label={t`Text`} channel="sms" />
            <MessagePreview form={its} parts={{ sms: its.node.body }} />
          </>
        )}
      </InLanguages>
    </>
  )
}
