import type { RunInList } from '@millrace/contract/dashboard/runs'
import { Link } from 'wouter'
import { countListed, listRuns, runsFile } from '../../api/management.ts'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { runStatusInWords, toneOf } from '../../features/run/run-status.ts'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { BulkActions } from './BulkActions.tsx'
import { RunPeek } from './RunPeek.tsx'
import { runBulk } from './run-bulk.ts'
import { useRunFields } from './use-run-fields.ts'

const FRESH_MS = 4_000

const nameOf = (run: RunInList) => t`${run.guest_name ?? run.org_reg_id} in ${run.workflow_name}`
const bulk = runBulk(nameOf)

const columns: Column<RunInList>[] = [
  {
    name: t`Guest`,
    long: true,
    cell: run => <Link to={`/runs/${run.id}`}>{run.guest_name ?? run.org_reg_id}</Link>,
  },
  {
    name: t`Workflow`,
    long: true,
    cell: run => <Link to={`/workflows/${run.workflow_id}`}>{run.workflow_name}</Link>,
  },
  { name: t`Status`, cell: run => <Badge tone={toneOf(run)}>{runStatusInWords(run)}</Badge> },
  { name: t`Reason`, long: true, cell: whyOf },
  {
    name: t`Started`,
    sort: 'created',
    down: true,
    cell: run => <Time at={run.created_at} serial={run.serial} />,
  },
]

function whyOf({ status, outcome_reason, error, resumes_at, serial }: RunInList) {
  if (status === 'failed') return String(error?.message ?? error?.code ?? '')
  if (status === 'waiting' && resumes_at !== null) {
    return <>{rich`resumes ${<Time at={resumes_at} serial={serial} />}`}</>
  }
  return outcome_reason ?? ''
}

export function RunsPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const list = useList({
    name: 'runs',
    fields: useRunFields(),
    ask: listRuns,
    count: countListed,
    paceMs: FRESH_MS,
  })
  return (
    <ListPage
      title={t`Runs`}
      about={t`Each run is one guest’s journey through a workflow.`}
      list={list}
      columns={columns}
      keyOf={run => run.id}
      file={{ name: 'runs', address: runsFile(list.filter), confirmed: true }}
      bulk={mayEdit && bulk}
      peek={{
        title: nameOf,
        to: run => `/runs/${run.id}`,
        body: run => <RunPeek id={run.id} />,
      }}
      actions={mayEdit && <BulkActions filter={list.filter} />}
      empty={{
        title: t`No runs yet`,
        filtered: t`No matching runs`,
        about: (
          <>
            <p>{t`A run starts when an event matches a workflow. Send a test event to see one.`}</p>
            {mayEdit && <LinkButton to="/events/send">{t`Send a test event`}</LinkButton>}
          </>
        ),
      }}
    />
  )
}
