import type { DeliveryPreview } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Control } from '../../../components/form/Control.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { t } from '../../../language/words.ts'
import { previewDelivery } from '../shared/connection-calls.ts'
import { Preview } from './Preview.tsx'

/** What would become of a payload that someone pastes. */
export function PreviewForm({ id }: { id: string }) {
  const [sample, setSample] = useState('')
  const [preview, setPreview] = useState<DeliveryPreview>()
  const submission = useSubmit(() => previewDelivery(id, { body: sample }), setPreview)
  return (
    <>
      <Form submission={submission} action={t`Preview`}>
        <Control label={t`Payload`} name="body" failure={submission.failure}>
          {wired => (
            <textarea
              {...wired}
              rows={10}
              spellCheck={false}
              value={sample}
              onChange={event => setSample(event.target.value)}
            />
          )}
        </Control>
      </Form>
      <div role="status">{preview && <Preview preview={preview} />}</div>
    </>
  )
}
