import type { Mapping } from '@millrace/contract/connection-mapping'
import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { Control } from '../../../components/form/Control.tsx'
import { Note } from '../../../components/Note.tsx'
import { SaveMapping } from './SaveMapping.tsx'
import type { MappingDraft } from './use-mapping-draft.ts'

/** The whole mapping as a document, for what has no separate field. */
export function JsonEditor({ connection, draft }: { connection: WholeConnection; draft: MappingDraft }) {
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState(false)
  const type = (text: string) => {
    setTyped(text)
    const read = readJson(text)
    setFault(read === undefined)
    if (read !== undefined) draft.change(read)
  }
  const forget = () => {
    setTyped(undefined)
    setFault(false)
  }
  const shown = typed !== undefined && draft.edited ? typed : JSON.stringify(draft.mapping, null, 2)
  return (
    <>
      <Control label="Mapping as JSON" name="mapping">
        {wired => (
          <textarea
            {...wired}
            rows={20}
            spellCheck={false}
            value={fault ? typed : shown}
            onChange={event => type(event.target.value)}
          />
        )}
      </Control>
      {fault && <Note tone="bad">This is not JSON yet. It cannot be saved.</Note>}
      <SaveMapping connection={connection} draft={draft} disabled={fault} onDone={forget} />
    </>
  )
}

function readJson(text: string): Mapping | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
