import type { MappingVersion, WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import { RowActions } from '../../../components/list/RowActions.tsx'
import { type Column, Table } from '../../../components/list/Table.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/time/Time.tsx'
import { plural, t } from '../../../language/words.ts'
import { restoreMapping, useMappings, useMappingVersion } from '../shared/connection-calls.ts'
import { useConnectionSaved } from '../shared/use-connection-saved.ts'

/** Who saved which version, and when. */
export function Versions({ connection }: { connection: WholeConnection }) {
  const { id, mapping_version, vendor_name } = connection
  const versions = useMappings(id, mapping_version)
  const [shown, setShown] = useState<number>()
  const columns: Column<MappingVersion>[] = [
    {
      name: t`Version`,
      cell: ({ version }) => `${version}${version === mapping_version ? ' (current)' : ''}`,
    },
    { name: t`Saved`, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      name: t`By`,
      long: true,
      cell: ({ actor, restored_from }) =>
        `${actor ?? t`Ready made for ${vendor_name}`}${restored_from === null ? '' : t`, restored from version ${restored_from}`}`,
    },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: ({ version }) => (
        <RowActions of={t`version ${version}`} actions={[{ name: t`View`, act: () => setShown(version) }]} />
      ),
    },
  ]
  return (
    <Panel title={t`Versions`}>
      <Loaded query={versions}>
        {rows => (
          <Table
            label={plural(rows.length, '# version', '# versions')}
            columns={columns}
            rows={rows}
            keyOf={({ version }) => String(version)}
          />
        )}
      </Loaded>
      {shown !== undefined && (
        <VersionDialog connection={connection} version={shown} onClose={() => setShown(undefined)} />
      )}
    </Panel>
  )
}

function VersionDialog({
  connection,
  version,
  onClose,
}: {
  connection: WholeConnection
  version: number
  onClose(): void
}) {
  const { id, mapping_version } = connection
  const whole = useMappingVersion(id, version)
  const saved = useConnectionSaved()
  const submission = useSubmit(
    () => restoreMapping(id, version, mapping_version),
    answer => {
      saved(answer)
      onClose()
    },
  )
  return (
    <Dialog title={t`Version ${version}`} wide onClose={onClose}>
      <Loaded query={whole}>{({ mapping }) => <JsonBlock label={t`Mapping`} value={mapping} />}</Loaded>
      {version !== mapping_version && (
        <Form submission={submission} action={t`Restore this version`} onCancel={onClose} />
      )}
    </Dialog>
  )
}
