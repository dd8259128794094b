import type { Task } from '@millrace/contract/dashboard/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeTask, countTasks, listTasks } from '../../api/management.ts'
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
import { useIsStaff } from '../../session/use-session.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { toast } from '../../toasts/toasts.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { TaskGuest } from './TaskGuest.tsx'
import styles from './TasksPage.module.css'
import { taskBulk } from './task-bulk.tsx'

const FRESH_MS = 10_000

const statuses = [
  { value: '', label: meaning('tasks')`Open` },
  { value: 'done', label: meaning('tasks')`Done` },
]

function useFields(): readonly FilterField<'status' | 'serial' | 'assignee' | 'guest_id'>[] {
  const isStaff = useIsStaff()
  const venues = useVenueSuggestions({ enabled: !isStaff })
  const members = useMemberOptions()
  const guest = useGuestField()
  return [
    { kind: 'choice', name: 'status', label: t`Status`, choices: statuses },
    // Staff see the names of venues on their tasks only.
    isStaff
      ? { kind: 'text', name: 'serial', label: t`Venue`, placeholder: t`Venue code` }
      : { kind: 'pick', name: 'serial', label: t`Venue`, placeholder: t`Any`, options: venues ?? [] },
    {
      kind: 'text',
      name: 'assignee',
      label: t`Assignee`,
      placeholder: t`A role or a name`,
      suggestions: members,
    },
    ...(isStaff ? [] : [guest]),
  ]
}

export function TasksPage() {
  const list = useList({
    name: 'tasks',
    fields: useFields(),
    ask: listTasks,
    count: countTasks,
    paceMs: FRESH_MS,
  })
  const isStaff = useIsStaff()
  const [open, setOpen] = useState<{ readonly task: Task; readonly dialog: 'assign' | 'note' }>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ListPage
        title={t`Tasks`}
        about={t`What workflows ask the staff of your venues to do.`}
        list={list}
        columns={useColumns((task, dialog) => setOpen({ task, dialog }), list.filter.status === '')}
        keyOf={task => task.id}
        file={{ name: 'tasks' }}
        bulk={taskBulk}
        empty={{
          some: true,
          title: t`No open tasks`,
          filtered: t`No matching tasks`,
          about: (
            <>
              <p>{t`Tasks that workflows create, for example after a complaint, appear here.`}</p>
              {!isStaff && (
                <LinkButton quiet to="/workflows">
                  {t`All workflows`}
                </LinkButton>
              )}
            </>
          ),
        }}
      />
      {open?.dialog === 'assign' && <AssignDialog task={open.task} onClose={close} />}
      {open?.dialog === 'note' && <NoteDialog task={open.task} onClose={close} />}
    </>
  )
}

/** Only open tasks are due, and can be sorted by it. */
function useColumns(ask: (task: Task, dialog: 'assign' | 'note') => void, isOpen: boolean): Column<Task>[] {
  const queries = useQueryClient()
  const change = async (task: Task, status: Task['status']) => {
    const answer = await changeTask(task.id, { status })
    if (!answer.ok) return toastFailure(answer.failure)
    void queries.invalidateQueries({ queryKey: ['tasks'] })
    // A thumb slips; a run that waited for it has continued, which only the member can judge.
    if (status === 'done') toast(t`Marked as done: ${task.title}`, 'good', () => change(task, 'open'))
    else toast(t`Open again: ${task.title}`, 'good')
  }
  const actionsFor = (task: Task) =>
    task.status === 'open'
      ? [
          { name: t`Mark as done`, main: true, act: () => change(task, 'done') },
          { name: task.note === null ? t`Add note…` : t`Edit note…`, act: () => ask(task, 'note') },
          { name: t`Assign…`, act: () => ask(task, 'assign') },
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
          {task.note !== null && (
            <span className={styles.note}>
              {task.note} <small>{task.note_by}</small>
            </span>
          )}
        </div>
      ),
      text: task => [task.title, task.description, task.note].filter(Boolean).join(': '),
    },
    {
      name: t`Guest`,
      long: true,
      cell: task => <TaskGuest task={task} />,
      text: task => task.guest_name,
    },
    { name: t`Venue`, cell: venueOf, text: venueOf },
    { name: t`Assignee`, cell: task => task.assignee ?? '', text: task => task.assignee },
    {
      name: t`Due`,
      ...(isOpen ? { sort: 'due', soon: true as const } : {}),
      cell: dueOf,
      text: task => task.due_at,
    },
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
