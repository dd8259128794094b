import type { GuestImport, RefusedRow } from '@millrace/contract/guest-import'
import { type ReactNode, useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmedFileLink } from '../../../components/ConfirmedFileLink.tsx'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { Empty } from '../../../components/list/Empty.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import { type Column, Table } from '../../../components/list/Table.tsx'
import { Note } from '../../../components/Note.tsx'
import { PageHead } from '../../../components/PageHead.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/time/Time.tsx'
import { useChanged } from '../../../components/use-changed.ts'
import { number } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'
import {
  cancelImport,
  importKey,
  importsKey,
  refusedRowsFile,
  startImport,
  undoImport,
  useImport,
  useRefusedRows,
} from './import-calls.ts'
import { isUnderWay, resultInWords, statusWords, targetChoices, undoInWords } from './import-words.ts'

const trail = [
  { label: t`Guests`, path: '/guests' },
  { label: t`Imports`, path: '/guests/imports' },
]

/** One import: what it would do or did, how far it is, and the rows that were refused. */
export function ImportPage({ id }: { id: string }) {
  const query = useImport(id)
  return (
    <>
      <PageHead title={query.data?.file_name ?? t`Import`} trail={trail}>
        {query.data && <Actions current={query.data} />}
      </PageHead>
      <Loaded
        query={query}
        absent={
          <Empty title={t`Import not found`}>
            <p>{t`Imports are deleted after 30 days.`}</p>
            <LinkButton to="/guests/imports">{t`All imports`}</LinkButton>
          </Empty>
        }
      >
        {current => (
          <>
            <Panel>
              <DescriptionList entries={entriesOf(current)} />
              {isUnderWay(current) && <Progress current={current} />}
              {current.error !== null && <Note tone="bad">{current.error}</Note>}
              {current.counts.refusals_kept > 0 && (
                <Note tone="warn">
                  {t`${current.counts.refusals_kept} consents not stored: the guests had refused before.`}
                </Note>
              )}
            </Panel>
            {current.counts.refused > 0 && !isUnderWay(current) && <Refused current={current} />}
          </>
        )}
      </Loaded>
    </>
  )
}

function entriesOf(current: GuestImport): [string, ReactNode][] {
  const { status, kind, source, columns, undo, created_at, finished_at } = current
  const label = (column: string, target: string) =>
    targetChoices(kind, column).find(({ value }) => value === target)?.label ?? target
  const read = Object.entries(columns).map(([column, target]) => `${column}: ${label(column, target)}`)
  return [
    [
      t`Status`,
      <Badge key="status" tone={statusWords[status].tone}>
        {statusWords[status].label}
      </Badge>,
    ],
    [t`Result`, resultInWords(current)],
    ...(undo === null ? [] : [[t`Undo`, undoInWords(current)] as [string, string]]),
    ...(source === null ? [] : [[t`Source`, source] as [string, string]]),
    ...(read.length === 0 ? [] : [[t`Columns`, read.join(' · ')] as [string, string]]),
    [t`Created`, <Time key="created" at={created_at} />],
    ...(finished_at === null
      ? []
      : [[t`Finished`, <Time key="finished" at={finished_at} />] as [string, ReactNode]]),
  ]
}

function Progress({
  current: { status, counts, undo, bytes_read, bytes_received },
}: {
  current: GuestImport
}) {
  const done = undo === null ? 0 : undo.deleted + undo.restored + undo.kept
  const isUndo = status === 'undoing'
  return (
    <progress
      aria-label={isUndo ? t`Undone` : t`Read`}
      max={Math.max(1, isUndo ? counts.created + counts.changed : bytes_received)}
      value={isUndo ? done : bytes_read}
    />
  )
}

function Actions({ current }: { current: GuestImport }) {
  const { id, status, undo } = current
  const [undoing, setUndoing] = useState(false)
  const changed = useChanged([importKey(id), importsKey])
  const start = useSubmit(() => startImport(id, false), changed)
  const cancel = useSubmit(() => cancelImport(id), changed)
  const isCancelled = status === 'cancelled' && undo === null
  return (
    <>
      {(status === 'checked' || isCancelled) && (
        <Button busy={start.busy} onClick={() => void start.submit()}>
          {isCancelled ? t`Start import again` : t`Start import`}
        </Button>
      )}
      {isUnderWay(current) && (
        <Button quiet busy={cancel.busy} onClick={() => void cancel.submit()}>
          {t`Cancel`}
        </Button>
      )}
      {(status === 'imported' || (status === 'cancelled' && current.counts.created > 0)) && (
        <Button quiet onClick={() => setUndoing(true)}>
          {t`Undo import…`}
        </Button>
      )}
      <FailureNote failure={start.failure ?? cancel.failure} />
      {undoing && (
        <ConfirmDialog
          title={t`Undo this import?`}
          action={t`Undo import`}
          send={() => undoImport(id)}
          onDone={answer => {
            changed(answer)
            setUndoing(false)
          }}
          onClose={() => setUndoing(false)}
        >
          <p>
            {current.kind === 'visits'
              ? t`The visits it added are deleted.`
              : t`Guests it created are deleted, unless something happened to them since. Fields it changed get their earlier values back, unless they were changed again. Refused consents stay.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const columns: Column<RefusedRow>[] = [
  { name: t`Row`, end: true, cell: ({ row }) => row },
  {
    name: t`Reason`,
    long: true,
    cell: ({ reasons }) =>
      Object.entries(reasons)
        .flatMap(([column, sentences]) =>
          sentences.map(sentence => (column === 'row' ? t`The row ${sentence}.` : `${column} ${sentence}.`)),
        )
        .join(' '),
  },
  {
    name: t`Values`,
    long: true,
    cell: ({ values }) =>
      Object.entries(values)
        .filter(([, value]) => value !== '')
        .map(([column, value]) => `${column}: ${value}`)
        .join(' · '),
  },
]

function Refused({ current }: { current: GuestImport }) {
  const rows = useRefusedRows(current)
  return (
    <Panel title={t`Refused rows`}>
      <p>{t`Correct them in the file you download, and import that file. The other rows don’t wait for them.`}</p>
      <div>
        <ConfirmedFileLink href={refusedRowsFile(current.id)} name="refused-rows.csv">
          {t`Download as CSV`}
        </ConfirmedFileLink>
      </div>
      <Loaded query={rows}>
        {({ data }) => (
          <>
            <Table label={t`Refused rows`} columns={columns} rows={data} keyOf={({ row }) => String(row)} />
            {current.counts.refused > data.length && (
              <p>{t`The first ${data.length} of ${number(current.counts.refused)}.`}</p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
