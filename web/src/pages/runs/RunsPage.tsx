import type { RunInList } from '@millrace/contract/dashboard/runs'
import { Link } from 'wouter'
import { listRuns } from '../../api/management.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { LateField } from '../../components/form/LateField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import styles from '../../components/list/Filter.module.css'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/Time.tsx'
import { standingInWords, toneOf } from './run-tones.ts'

const FRESH_MS = 4_000
const any = { value: '', label: 'Any' }
const choices = (...values: string[]) => [any, ...values.map(value => ({ value, label: value }))]
const statuses = choices('queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled')
const outcomes = choices('success', 'failure', 'exited')

const columns: Column<RunInList>[] = [
  {
    name: 'Guest',
    long: true,
    cell: run => <Link to={`/runs/${run.id}`}>{run.guest_name ?? run.org_reg_id}</Link>,
  },
  { name: 'Workflow', long: true, cell: run => run.workflow_name },
  { name: 'Status', cell: run => <Badge tone={toneOf(run)}>{standingInWords(run)}</Badge> },
  { name: 'Why', long: true, cell: whyOf },
  { name: 'Began', cell: run => <Time at={run.created_at} /> },
]

function whyOf({ status, outcome_reason, error, resumes_at }: RunInList) {
  if (status === 'failed') return String(error?.message ?? error?.code ?? '')
  if (status === 'waiting' && resumes_at !== null) {
    return (
      <>
        goes on <Time at={resumes_at} />
      </>
    )
  }
  return outcome_reason ?? ''
}

export function RunsPage() {
  const { filter, setFilter, clear, filtered } = useFilter([
    'status',
    'outcome',
    'workflow_id',
    'guest_id',
    'error',
  ])
  const runs = usePages(['runs', filter], (cursor, signal) => listRuns(filter, cursor, signal), FRESH_MS)
  return (
    <>
      <PageHead title="Runs" about="Each is one guest’s way through one workflow." />
      <search className={styles.filter}>
        <SelectField
          label="Status"
          name="status"
          value={filter.status}
          choices={statuses}
          onChange={status => setFilter({ status })}
        />
        <SelectField
          label="Outcome"
          name="outcome"
          value={filter.outcome}
          choices={outcomes}
          onChange={outcome => setFilter({ outcome })}
        />
        <LateField
          label="Guest"
          name="guest_id"
          placeholder="The id of a guest"
          value={filter.guest_id}
          onChange={guest_id => setFilter({ guest_id })}
        />
      </search>
      <PagedTable
        label="Runs"
        query={runs}
        columns={columns}
        keyOf={run => run.id}
        empty={
          <Empty title={filtered ? 'No run is like this' : 'No run yet'}>
            {filtered ? (
              <Button quiet onClick={clear}>
                Show all
              </Button>
            ) : (
              <p>A run begins when an event comes that a workflow takes. Send one, and watch it here.</p>
            )}
          </Empty>
        }
      />
    </>
  )
}
