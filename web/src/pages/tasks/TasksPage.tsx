import type { Task } from '@millrace/contract/dashboard/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { changeTask, listTasks } from '../../api/management.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { LateField } from '../../components/form/LateField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import filterStyles from '../../components/list/Filter.module.css'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/Time.tsx'
import { toast } from '../../shell/toasts/toasts.ts'
import styles from './TasksPage.module.css'

const FRESH_MS = 10_000
const statuses = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Done' },
]

export function TasksPage() {
  const { filter, setFilter, filtered } = useFilter(['status', 'serial', 'assignee'])
  const tasks = usePages(['tasks', filter], (cursor, signal) => listTasks(filter, cursor, signal), FRESH_MS)
  const columns = useColumns()
  return (
    <>
      <PageHead title="Tasks" about="What workflows ask the staff of a venue to do." />
      <search className={filterStyles.filter}>
        <SelectField
          label="Status"
          name="status"
          value={filter.status}
          choices={statuses}
          onChange={status => setFilter({ status })}
        />
        <LateField
          label="Venue"
          name="serial"
          placeholder="A serial"
          value={filter.serial}
          onChange={serial => setFilter({ serial })}
        />
        <LateField
          label="Who"
          name="assignee"
          placeholder="A role or a name"
          value={filter.assignee}
          onChange={assignee => setFilter({ assignee })}
        />
      </search>
      <PagedTable
        label="Tasks"
        query={tasks}
        columns={columns}
        keyOf={task => task.id}
        empty={
          <Empty title={filtered ? 'No task is like this' : 'Nothing to do'}>
            <p>When a workflow creates a task, as after a complaint, it shows up here.</p>
          </Empty>
        }
      />
    </>
  )
}

function useColumns(): Column<Task>[] {
  const queries = useQueryClient()
  const change = async ({ id }: Task, status: Task['status']) => {
    const answer = await changeTask(id, { status })
    if (answer.ok) {
      queries.invalidateQueries({ queryKey: ['tasks'] })
      toast(answer.value.message, 'good')
    } else if (answer.failure.kind !== 'put-off') toast(answer.failure.message, 'bad')
  }
  return [
    {
      name: 'Task',
      long: true,
      cell: task => (
        <div className={styles.task}>
          <strong>{task.title}</strong>
          {task.description && <span>{task.description}</span>}
        </div>
      ),
    },
    {
      name: 'Guest',
      long: true,
      cell: task => <Link to={`/guests/${task.guest_id}`}>{task.guest_name ?? 'a guest'}</Link>,
    },
    { name: 'Venue', cell: task => task.venue_name ?? task.serial ?? '' },
    { name: 'Who', cell: task => task.assignee ?? '' },
    { name: 'Due', cell: dueOf },
    {
      name: 'What to do',
      silent: true,
      end: true,
      cell: task => (
        <RowActions
          of={task.title}
          actions={[
            task.status === 'open'
              ? { name: 'Done', act: () => change(task, 'done') }
              : { name: 'Open again', act: () => change(task, 'open') },
          ]}
        />
      ),
    },
  ]
}

function dueOf({ status, due_at, overdue, done_at, done_by }: Task) {
  if (status === 'done') {
    return (
      <>
        <Badge tone="good">done</Badge> {done_at && <Time at={done_at} />} {done_by}
      </>
    )
  }
  if (due_at === null) return ''
  return (
    <>
      {overdue && <Badge tone="bad">late</Badge>} <Time at={due_at} />
    </>
  )
}
