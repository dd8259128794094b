import type { GuestImport } from '@millrace/contract/guest-import'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../../components/Badge.tsx'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { CsvButton } from '../../../components/list/CsvButton.tsx'
import { Empty } from '../../../components/list/Empty.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import { onePage } from '../../../components/list/read-all.ts'
import { type Column, Table } from '../../../components/list/Table.tsx'
import { MoreActions } from '../../../components/MoreActions.tsx'
import { Note } from '../../../components/Note.tsx'
import { PageHead } from '../../../components/PageHead.tsx'
import { Time } from '../../../components/time/Time.tsx'
import { WhatIsThis } from '../../../features/help/WhatIsThis.tsx'
import { rich, t } from '../../../language/words.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { useImports } from './import-calls.ts'
import { resultInWords, statusWords } from './import-words.ts'

const contentsInWords = ({ kind }: GuestImport): string => (kind === 'visits' ? t`Visits` : t`Guests`)

const columns: Column<GuestImport>[] = [
  {
    name: t`File`,
    long: true,
    cell: ({ id, file_name }) => <Link to={`/guests/imports/${id}`}>{file_name ?? id}</Link>,
    text: ({ id, file_name }) => file_name ?? id,
  },
  { name: t`Contents`, cell: contentsInWords, text: contentsInWords },
  {
    name: t`Status`,
    cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
    text: ({ status }) => statusWords[status].label,
  },
  { name: t`Result`, long: true, cell: resultInWords, text: resultInWords },
  {
    name: t`Created`,
    cell: ({ created_at }) => <Time at={created_at} />,
    text: ({ created_at }) => created_at,
  },
]

export function ImportsPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const { data: rows = [] } = useImports({ enabled: mayEdit })
  const add = mayEdit && <LinkButton to="/guests/imports/new">{t`Import a file`}</LinkButton>
  return (
    <>
      <PageHead
        title={t`Imports`}
        trail={[{ label: t`Guests`, path: '/guests' }]}
        about={rich`Guests, points and past visits from CSV files. An import can be undone for 30 days. ${<WhatIsThis topic="marketers#import-a-file">{t`How to import a file`}</WhatIsThis>}`}
        menu={
          rows.length > 0 && (
            <MoreActions small>
              <CsvButton file={{ name: 'imports' }} columns={columns} askPage={onePage(rows)} />
            </MoreActions>
          )
        }
      >
        {add}
      </PageHead>
      {mayEdit ? <Imports add={add} /> : <Note tone="warn">{t`Viewers can’t see imports.`}</Note>}
    </>
  )
}

function Imports({ add }: { add: ReactNode }) {
  const imports = useImports()
  return (
    <Loaded query={imports}>
      {rows =>
        rows.length === 0 ? (
          <Empty title={t`No imports yet`}>
            <p>
              {t`Export your guests from the system they are in as a CSV file, and import it here. It is checked first, and nothing changes before you say so.`}
            </p>
            {add}
          </Empty>
        ) : (
          <Table label={t`Imports`} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )
      }
    </Loaded>
  )
}
