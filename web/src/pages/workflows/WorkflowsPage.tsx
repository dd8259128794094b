import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import type { Trigger } from '@millrace/contract/workflow'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { countWorkflows, createWorkflow, listWorkflows, workflowsFile } from '../../api/workflows.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { useAsked } from '../../components/use-asked.ts'
import { MemberName } from '../../features/member/MemberName.tsx'
import { useSegments } from '../../features/segment/use-segments.ts'
import { statusInWords, statusTones } from '../../features/workflow/status.ts'
import { triggerInBrief } from '../../features/workflow/trigger-in-words.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { LastDays } from './LastDays.tsx'
import { NewWorkflowDialog } from './NewWorkflowDialog.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'
import { usePlaces } from './use-places.ts'
import styles from './WorkflowsPage.module.css'
import { workflowBulk } from './workflow-bulk.tsx'

type Name = 'status' | 'name' | 'folder' | 'tag'

const fieldsOf = ({ folders, tags }: ReturnType<typeof usePlaces>): readonly FilterField<Name>[] => [
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
  // Only once there are some: a filter that finds nothing is no help.
  ...(folders.length === 0
    ? []
    : [
        {
          kind: 'text',
          name: 'folder',
          label: t`Folder`,
          placeholder: t`Any folder`,
          suggestions: folders,
        } as const,
      ]),
  ...(tags.length === 0
    ? []
    : [{ kind: 'text', name: 'tag', label: t`Tag`, placeholder: t`Any tag`, suggestions: tags } as const]),
]

export function WorkflowsPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  const [making, setMaking] = useState(false)
  useAsked('new', () => setMaking(true))
  const [placing, setPlacing] = useState<WorkflowInList>()
  const list = useList<WorkflowInList, Name>({
    name: 'workflows',
    fields: fieldsOf(usePlaces()),
    ask: listWorkflows,
    count: countWorkflows,
  })
  const columns = useColumns(mayEdit ? setPlacing : undefined)
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
      {placing && <PlaceDialog workflow={placing} onClose={() => setPlacing(undefined)} />}
      {mayEdit && making && <NewWorkflowDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function useColumns(place: ((workflow: WorkflowInList) => void) | undefined): Column<WorkflowInList>[] {
  const [, navigate] = useLocation()
  const segments = useSegments().data
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
          <span>
            {row.folder !== null && <span className={styles.folder}>{row.folder}</span>}
            {row.tags.map(tag => (
              <Badge key={tag} tone="quiet" verbatim>
                {tag}
              </Badge>
            ))}
            {place && (
              <button type="button" className={styles.place} onClick={() => place(row)}>
                {t`Folder…`}
                <span className="visually-hidden"> {row.name}</span>
              </button>
            )}
          </span>
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
    { name: t`Trigger`, cell: row => <span className={styles.trigger}>{triggerOf(row, segments)}</span> },
    { name: t`Guests inside`, end: true, cell: row => number(row.guests_inside) },
    { name: t`Last 28 days`, cell: row => <LastDays of={row.last_28_days} /> },
    { name: t`Published`, sort: 'published', down: true, cell: publishedOf },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: row => <RowActions of={row.name} actions={[{ name: t`Duplicate`, act: () => duplicate(row) }]} />,
    },
  ]
}

/** A draft that cannot be read yet has none. */
function triggerOf({ start }: WorkflowInList, segments: readonly { id: string; name: string }[] | undefined) {
  if (start === null) return '–'
  const trigger = start as Trigger
  const id =
    'segment' in trigger ? trigger.segment.id : 'broadcast' in trigger ? trigger.broadcast.segment : undefined
  return triggerInBrief(trigger, segments?.find(segment => segment.id === id)?.name)
}

function publishedOf({ published_at, published_by }: WorkflowInList) {
  if (published_at === null) return <span className={styles.never}>{t`Never`}</span>
  return (
    <span className={styles.published}>
      <Time at={published_at} />
      {published_by && (
        <small>
          <MemberName email={published_by} />
        </small>
      )}
    </span>
  )
}
