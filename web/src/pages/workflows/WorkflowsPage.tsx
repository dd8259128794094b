import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { createWorkflow, listWorkflows, workflowsFile } from '../../api/workflows.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { useAsked } from '../../components/use-asked.ts'
import { statusInWords, statusTones } from '../../features/workflow/status.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { LastDays } from './LastDays.tsx'
import { NewWorkflowDialog } from './NewWorkflowDialog.tsx'
import styles from './WorkflowsPage.module.css'
import { workflowBulk } from './workflow-bulk.tsx'

const fields: readonly FilterField<'status' | 'name'>[] = [
  {
    kind: 'choice',
    name: 'status',
    label: t`Status`,
    choices: [
      { value: '', label: t`Any status` },
      { value: 'active', label: t`Active` },
      { value: 'draft', label: t`Draft` },
      { value: 'paused', label: t`Paused` },
      { value: 'cancelled', label: t`Archived` },
    ],
  },
  { kind: 'text', name: 'name', label: t`Name`, placeholder: t`Part of its name` },
]

export function WorkflowsPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const [making, setMaking] = useState(false)
  useAsked('new', () => setMaking(true))
  const list = useList({ name: 'workflows', fields, ask: listWorkflows })
  const columns = useColumns()
  const make = mayEdit && <Button onClick={() => setMaking(true)}>{t`New workflow`}</Button>
  return (
    <>
      <ListPage
        title={t`Workflows`}
        about={t`What happens to guests after a visit, a booking or another event.`}
        list={list}
        columns={mayEdit ? columns : columns.slice(0, -1)}
        keyOf={row => row.id}
        file={{
          name: 'workflows',
          address: workflowsFile(list.filter),
        }}
        bulk={mayEdit && workflowBulk}
        actions={make}
        empty={{
          title: t`No workflows yet`,
          filtered: t`No matching workflows`,
          about: (
            <>
              <p>{t`Start from a template and adapt it. Nothing is sent until you publish.`}</p>
              {make}
            </>
          ),
        }}
      />
      {mayEdit && making && <NewWorkflowDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function useColumns(): Column<WorkflowInList>[] {
  const [, navigate] = useLocation()
  const duplicate = async ({ id }: WorkflowInList) => {
    const answer = await createWorkflow({ duplicate_of: id })
    if (answer.ok) navigate(`/workflows/${answer.value.workflow.id}`)
    else toastFailure(answer.failure)
  }
  return [
    {
      name: t`Workflow`,
      sort: 'name',
      long: true,
      cell: row => (
        <div className={styles.workflow}>
          <Link to={`/workflows/${row.id}`}>{row.name}</Link>
          <span>{row.sentence ?? t`This draft is not complete yet.`}</span>
        </div>
      ),
    },
    {
      name: t`Status`,
      cell: row => (
        <span className={styles.status}>
          <Badge tone={statusTones[row.status]}>{statusInWords(row.status)}</Badge>
          {row.unpublished && row.version !== null && <Badge tone="warn">{t`unpublished changes`}</Badge>}
        </span>
      ),
    },
    { name: t`Trigger`, cell: triggerInWords },
    { name: t`Guests inside`, cell: row => number(row.guests_inside) },
    { name: t`Last 28 days`, cell: row => <LastDays of={row.last_28_days} /> },
    { name: t`Changed`, sort: 'updated', down: true, cell: row => <Time at={row.updated_at} /> },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: row => <RowActions of={row.name} actions={[{ name: t`Duplicate`, act: () => duplicate(row) }]} />,
    },
  ]
}

const scheduledWords = {
  date: t`Date`,
  absence: t`Absence`,
  segment: t`Segment`,
  broadcast: t`Broadcast`,
} as const

/** A draft that was never published has none yet. */
function triggerInWords({ trigger, source, listener, version }: WorkflowInList): string {
  if (trigger !== 'event') return scheduledWords[trigger]
  if (source === null) return version === null ? '–' : t`No source`
  return listener ? t`${source} (additional)` : source
}
