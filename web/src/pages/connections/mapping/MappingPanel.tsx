import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { CheckField } from '../../../components/form/CheckField.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { WhatIsThis } from '../../../features/help/WhatIsThis.tsx'
import { t } from '../../../language/words.ts'
import { isPointable } from './fields.ts'
import { JsonEditor } from './JsonEditor.tsx'
import { PointingEditor } from './PointingEditor.tsx'
import { PreviewForm } from './PreviewForm.tsx'
import { RepairPanel } from './RepairPanel.tsx'
import { SaveMapping } from './SaveMapping.tsx'
import { useMappingDraft } from './use-mapping-draft.ts'
import { Versions } from './Versions.tsx'

/** How deliveries become events: changed, tried and kept in versions. */
export function MappingPanel({ connection }: { connection: WholeConnection }) {
  const draft = useMappingDraft(connection)
  const [asJson, setAsJson] = useState(false)
  const [fault, setFault] = useState(false)
  // What was typed as JSON may lack what can be pointed at.
  const isJson = asJson || !isPointable(draft.mapping)
  return (
    <>
      <Panel title={t`Mapping`}>
        <p>{t`Version ${connection.mapping_version}. It makes events with the source “${connection.mapping.source}”.`}</p>
        <WhatIsThis topic="connections#change-the-mapping">{t`How a mapping works`}</WhatIsThis>
        <CheckField label={t`Edit as JSON`} value={isJson} onChange={setAsJson} />
        {isJson ? (
          <JsonEditor draft={draft} onFault={setFault} />
        ) : (
          <PointingEditor connection={connection} draft={draft} />
        )}
        <SaveMapping connection={connection} draft={draft} disabled={isJson && fault} />
      </Panel>
      <Panel title={t`Try the mapping`}>
        <p>{t`Paste a payload to see which events the saved mapping would make. Nothing is stored.`}</p>
        <PreviewForm id={connection.id} />
      </Panel>
      <RepairPanel connection={connection} />
      <Versions connection={connection} />
    </>
  )
}
