import type { PullTry } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { Note } from '../../../components/Note.tsx'
import { DeliveryLines } from '../mapping/DeliveryLines.tsx'
import { PreviewStart } from '../mapping/Preview.tsx'
import { pathOf } from '../mapping/way.ts'
import { count } from '../shared/delivery-in-words.ts'
import styles from './pull.module.css'
import type { PullForm } from './pull-form.ts'

type Target = 'each' | 'cursor_path'

const targets: readonly { value: Target; label: string }[] = [
  { value: 'each', label: 'List of items' },
  { value: 'cursor_path', label: 'Next cursor' },
]

/** What came, to be pointed at, and which events it would make. */
export function TriedPage({
  tried: { error, bytes, next_cursor, preview },
  onPath,
}: {
  tried: PullTry
  onPath(part: Partial<PullForm>): void
}) {
  const [target, setTarget] = useState<Target>('each')
  if (preview === null) return <Note tone="bad">{error}</Note>
  const made = preview.items.filter(({ event }) => event !== null).length
  return (
    <div className={styles.tried}>
      <Note tone={made > 0 ? 'good' : 'warn'}>
        {[
          `Fetched ${count(bytes, 'byte')}. The page would make ${made === 0 ? 'no event' : count(made, 'event')}.`,
          next_cursor !== null && `The next request continues after “${next_cursor}”.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Note>
      {preview.document !== null && (
        <>
          <SelectField
            label="Click to set"
            name="target"
            value={target}
            choices={targets}
            onChange={one => setTarget(one)}
          />
          <DeliveryLines
            document={preview.document}
            wanted={target === 'each' ? 'list' : 'value'}
            onPoint={way =>
              onPath(target === 'each' ? { each: `${pathOf(way)}[*]` } : { cursor_path: pathOf(way) })
            }
          />
        </>
      )}
      <PreviewStart preview={preview} />
    </div>
  )
}
