import type { Mapping } from '@millrace/contract/connection-mapping'
import { useState } from 'react'
import { Control } from '../../../components/form/Control.tsx'
import { Note } from '../../../components/Note.tsx'
import { t } from '../../../language/words.ts'
import type { MappingDraft } from './use-mapping-draft.ts'

/** The whole mapping as a document, for what cannot be pointed at. */
export function JsonEditor({ draft, onFault }: { draft: MappingDraft; onFault(isFault: boolean): void }) {
  const stored = JSON.stringify(draft.mapping, null, 2)
  // What is typed, and the mapping that it is: another one comes from elsewhere, and is shown instead.
  const [typed, setTyped] = useState<{ text: string; means: string | undefined }>()
  const isCurrent = typed !== undefined && (typed.means === undefined || typed.means === stored)
  const type = (text: string) => {
    const read = readJson(text)
    setTyped({ text, means: read && JSON.stringify(read, null, 2) })
    onFault(read === undefined)
    if (read !== undefined) draft.change(read)
  }
  return (
    <>
      <Control label={t`Mapping as JSON`} name="mapping">
        {wired => (
          <textarea
            {...wired}
            rows={20}
            spellCheck={false}
            value={isCurrent ? typed.text : stored}
            onChange={event => type(event.target.value)}
          />
        )}
      </Control>
      {isCurrent && typed.means === undefined && (
        <Note tone="bad">{t`This is not JSON yet, so it cannot be saved.`}</Note>
      )}
    </>
  )
}

/** An object; the server says what is wrong inside of it. */
function readJson(text: string): Mapping | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const isObject = read !== null && typeof read === 'object' && !Array.isArray(read)
    return isObject ? (read as Mapping) : undefined
  } catch {
    return undefined
  }
}
