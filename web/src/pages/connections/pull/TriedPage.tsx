import type { PullTry } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { Note } from '../../../components/Note.tsx'
import { plural, t } from '../../../language/words.ts'
import { DeliveryLines } from '../mapping/DeliveryLines.tsx'
import { PreviewStart } from '../mapping/Preview.tsx'
import { pathOf } from '../mapping/way.ts'
import styles from './pull.module.css'
import type { PullForm } from './pull-form.ts'

type Target = 'each' | 'cursor_path'

const targets: readonly { value: Target; label: string }[] = [
  { value: 'each', label: t`List of items` },
  { value: 'cursor_path', label: t`Next cursor` },
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
          made === 0
            ? t`Fetched ${plural(bytes, '# byte', '# bytes')}. The page would make no event.`
            : t`Fetched ${plural(bytes, '# byte', '# bytes')}. The page would make ${plural(made, '# event', '# events')}.`,
          next_cursor !== null && t`The next request continues after “${next_cursor}”.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Note>
      {preview.document !== null && (
        <>
          <SelectField
            label={t`Click to set`}
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
