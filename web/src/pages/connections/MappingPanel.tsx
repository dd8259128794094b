import type { DeliveryPreview, WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Control } from '../../components/form/Control.tsx'
import { Form } from '../../components/form/Form.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { previewDelivery } from './connection-calls.ts'
import { problemInWords, reasonInWords } from './delivery-in-words.ts'

/** How deliveries become events, and what would become of a sample. */
export const MappingPanel = ({ connection }: { connection: WholeConnection }) => (
  <>
    <Panel title="Try the mapping">
      <p>Paste a payload to see which events it would make. Nothing is stored.</p>
      <PreviewForm id={connection.id} />
    </Panel>
    <Panel title="Mapping">
      <p>{`Ready made for ${connection.vendor_name}. It cannot be edited yet.`}</p>
      <JsonBlock label="Mapping" value={connection.mapping} />
    </Panel>
  </>
)

function PreviewForm({ id }: { id: string }) {
  const [sample, setSample] = useState('')
  const [preview, setPreview] = useState<DeliveryPreview>()
  const submission = useSubmit(() => previewDelivery(id, sample), setPreview)
  return (
    <>
      <Form submission={submission} action="Preview">
        <Control label="Payload" name="body" failure={submission.failure}>
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

function Preview({ preview: { problem, items } }: { preview: DeliveryPreview }) {
  if (problem !== null) return <Note tone="bad">{problemInWords(problem)}</Note>
  return items.map(({ event, reason, detail, warnings }, place) => (
    // Items have no names; their order is that of the payload.
    <div key={place}>
      {event !== null && <JsonBlock label={`Event ${place + 1}`} value={event} />}
      {reason !== null && <Note tone="warn">{reasonInWords(reason, detail)}</Note>}
      {warnings.map(warning => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
    </div>
  ))
}
