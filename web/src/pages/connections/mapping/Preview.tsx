import type { DeliveryPreview } from '@millrace/contract/dashboard/connections'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { Note } from '../../../components/Note.tsx'
import { plural, t } from '../../../language/words.ts'
import { problemInWords, reasonInWords } from '../shared/delivery-in-words.ts'

const SHOWN = 3

/** The first ones, of a delivery that can make a thousand. */
export const PreviewStart = ({ preview }: { preview: DeliveryPreview }) => (
  <>
    <Preview preview={{ ...preview, items: preview.items.slice(0, SHOWN) }} />
    {preview.items.length > SHOWN && (
      <p>{`${plural(preview.items.length - SHOWN, '# more item', '# more items')}.`}</p>
    )}
  </>
)

/** The events that a delivery would make, or why it would make none. */
export function Preview({ preview: { problem, items } }: { preview: DeliveryPreview }) {
  if (problem !== null) return <Note tone="bad">{problemInWords(problem)}</Note>
  return items.map(({ event, reason, detail, warnings }, place) => (
    // Items have no names; their order is that of the payload.
    <div key={place}>
      {event !== null && <JsonBlock label={t`Event ${place + 1}`} value={event} />}
      {reason !== null && <Note tone="warn">{reasonInWords(reason, detail)}</Note>}
      {warnings.map(warning => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
    </div>
  ))
}
