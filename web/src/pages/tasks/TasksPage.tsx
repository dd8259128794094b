import type { Task } from '@millrace/contract/dashboard/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeTask, listTasks } from '../../api/management.ts'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { useGuestField } from '../../features/guest/use-guest-field.ts'
import { useMemberOptions } from '../../features/member/use-member-options.ts'
import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import { meaning, t } from '../../language/words.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { toast } from '../../toasts/toasts.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { TaskGuest } from './TaskGuest.tsx'
import styles from './TasksPage.module.css'
import { taskBulk } from './task-bulk.tsx'

const FRESH_MS = 10_000

const statuses = [
  { value: '', label: meaning('tasks')`Open` },
  { value: 'done', label: meaning('tasks')`Done` },
]

function useFields(): readonly FilterField<'status' | 'serial' | 'assignee' | 'guest_id'>[] {
  const venues = useVenueSuggestions()
  const members = useMemberOptions()
  const guest = useGuestField()
  return [
    { kind: 'choice', name: 'status', label: t`Status`, choices: statuses },
    { kind: 'text', name: 'serial', label: t`Venue`, placeholder: t`Venue code`, suggestions: venues },
    {
      kind: 'text',
      name: 'assignee',
      label: t`Assignee`,
      placeholder: t`A role or a name`,
      suggestions: members,
    },
    guest,
  ]
}

export function TasksPage() {
  const list = useList({
    name: 'tasks',
    fields: useFields(),
    ask: listTasks,
    paceMs: FRESH_MS,
  })
  const [assigning, setAssigning] = useState<Task>()
  return (
    <>
      <ListPage
        title={t`Tasks`}
        about={t`What workflows ask the staff of your venues to do.`}
        list={list}
        columns={useColumns(setAssigning, list.filter.status === '')}
        keyOf={task => task.id}
        file={{ name: 'tasks' }}
        bulk={taskBulk}
        empty={{
          title: t`No open tasks`,
          filtered: t`No matching tasks`,
          about: (
            <>
              <p>{t`Tasks that workflows create, for example after a complaint, appear here.`}</p>
              <LinkButton quiet to="/workflows">
                {t`All workflows`}
              </LinkButton>
            </>
          ),
        }}
      />
      {assigning && <AssignDialog task={assigning} onClose={() => setAssigning(undefined)} />}
    </>
  )
}

/** Only open tasks are due, and can be sorted by it. */
function useColumns(assign: (task: Task) => void, isOpen: boolean): Column<Task>[] {
  const queries = useQueryClient()
  const change = async ({ id }: Task, status: Task['status']) => {
    const answer = await changeTask(id, { status })
    if (answer.ok) {
      void queries.invalidateQueries({ queryKey: ['tasks'] })
      toast(answer.value.message, 'good')
    } else toastFailure(answer.failure)
  }
  const actionsFor = (task: Task) =>
    task.status === 'open'
      ? [
          { name: t`Assign…`, act: () => assign(task) },
          { name: t`Mark as done`, act: () => change(task, 'done') },
        ]
      : [{ name: t`Reopen`, act: () => change(task, 'open') }]
  return [
    {
      name: t`Task`,
      long: true,
      cell: task => (
        <div className={styles.task}>
          <strong>{task.title}</strong>
          {task.description && <span>{task.description}</span>}
        </div>
      ),
      text: task => [task.title, task.description].filter(Boolean).join(': '),
    },
    {
      name: t`Guest`,
      long: true,
      cell: task => <TaskGuest task={task} />,
      text: task => task.guest_name,
    },
    { name: t`Venue`, cell: venueOf, text: venueOf },
    { name: t`Assignee`, cell: task => task.assignee ?? '', text: task => task.assignee },
    { name: t`Due`, ...(isOpen ? { sort: 'due' } : {}), cell: dueOf, text: task => task.due_at },
    {
      name: t`Actions`,
      silent: true,
      end: true,
      cell: task => <RowActions of={task.title} actions={actionsFor(task)} />,
    },
  ]
}

const venueOf = ({ venue_name, serial }: Task) => venue_name ?? serial ?? ''

function dueOf({ status, serial, due_at, overdue, done_at, done_by }: Task) {
  if (status === 'done') {
    return (
      <>
        <Badge tone="good">{t`done`}</Badge> {done_at && <Time at={done_at} serial={serial} />} {done_by}
      </>
    )
  }
  if (due_at === null) return ''
  return (
    <>
      {overdue && <Badge tone="bad">{t`overdue`}</Badge>} <Time at={due_at} serial={serial} />
    </>
  )
}
