import type { AuditEntry } from '@millrace/contract/member'
import { listAudit } from '../../api/dashboard.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Button } from '../../components/Button.tsx'
import { download } from '../../components/download.ts'
import { Empty } from '../../components/list/Empty.tsx'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/Time.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { AuditFilterForm } from './AuditFilterForm.tsx'
import { inWords } from './actions.ts'
import { auditCsv } from './csv.ts'
import { Detail } from './Detail.tsx'

const columns: Column<AuditEntry>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} /> },
  { name: 'Who', long: true, cell: ({ actor }) => actor },
  { name: 'Did what', cell: ({ action }) => <span title={action}>{inWords(action)}</span> },
  { name: 'To what', long: true, cell: ({ subject }) => <code>{subject}</code> },
  { name: 'Detail', long: true, cell: ({ detail }) => <Detail detail={detail} /> },
]

export function AuditPage() {
  const isOwner = useIsOwner()
  return (
    <>
      {isOwner ? (
        <AuditLog />
      ) : (
        <>
          <PageHead title="Audit log" trail={[{ label: 'Settings' }]} />
          <Note tone="warn">Only an owner can read the audit log.</Note>
        </>
      )}
    </>
  )
}

function AuditLog() {
  const { filter, setFilter, clear } = useFilter(['actor', 'action', 'subject'])
  const entries = usePages(['audit', filter], (cursor, signal) => listAudit(filter, cursor, signal))
  const rows = entries.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <PageHead
        title="Audit log"
        trail={[{ label: 'Settings' }]}
        about="Who changed what. Entries are never changed, and form a chain that shows if one is missing."
      >
        <Button
          quiet
          disabled={rows.length === 0}
          onClick={() => download('audit.csv', auditCsv(rows), 'text/csv')}
        >
          {`Download ${rows.length === 1 ? 'this one' : `these ${rows.length}`} as CSV`}
        </Button>
      </PageHead>
      <AuditFilterForm filter={filter} onChange={setFilter} />
      <PagedTable
        label="Audit log"
        query={entries}
        columns={columns}
        keyOf={entry => entry.id}
        empty={
          <Empty title="Nothing like this happened">
            <p>Look for less, and more will show up.</p>
            <Button quiet onClick={clear}>
              Show everything
            </Button>
          </Empty>
        }
      />
    </>
  )
}
