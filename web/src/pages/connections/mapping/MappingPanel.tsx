import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { Panel } from '../../../components/Panel.tsx'
import { JsonEditor } from './JsonEditor.tsx'
import { PreviewForm } from './PreviewForm.tsx'
import { useMappingDraft } from './use-mapping-draft.ts'
import { Versions } from './Versions.tsx'

/** How deliveries become events: changed, tried and kept in versions. */
export function MappingPanel({ connection }: { connection: WholeConnection }) {
  const draft = useMappingDraft(connection)
  return (
    <>
      <Panel title="Mapping">
        <p>{`Version ${connection.mapping_version}. It says which deliveries count, whose they are, and what their events have.`}</p>
        <JsonEditor connection={connection} draft={draft} />
      </Panel>
      <Panel title="Try the mapping">
        <p>Paste a payload to see which events the saved mapping would make. Nothing is stored.</p>
        <PreviewForm id={connection.id} />
      </Panel>
      <Versions connection={connection} />
    </>
  )
}
