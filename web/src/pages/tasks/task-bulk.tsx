import type { Task } from '@millrace/contract/dashboard/tasks'
import { changeTask } from '../../api/management.ts'
import { ComboField } from '../../components/form/ComboField.tsx'
import type { Bulk } from '../../components/list/bulk-action.ts'
import { useMemberOptions } from '../../features/member/use-member-options.ts'
import { plural, t } from '../../language/words.ts'

const isOpen = ({ status }: Task) => status === 'open'

/** What can be done with the tasks that are selected. */
export const taskBulk: Bulk<Task> = {
  nameOf: ({ title }) => title,
  changes: ['tasks'],
  actions: [
    {
      name: t`Mark as done…`,
      fits: isOpen,
      question: count => ({
        title: plural(count, 'Mark # task as done?', 'Mark # tasks as done?'),
        about: t`Runs that wait for them continue. You can reopen a task, but not stop what has continued.`,
        action: plural(count, 'Mark # as done', 'Mark # as done'),
      }),
      act: ({ id }) => changeTask(id, { status: 'done' }),
    },
    {
      name: t`Assign…`,
      fits: isOpen,
      question: count => ({
        title: plural(count, 'Assign # task', 'Assign # tasks'),
        about: t`All of them get the same assignee.`,
        action: plural(count, 'Assign # task', 'Assign # tasks'),
      }),
      given: {
        first: '',
        optional: true,
        field: (value, onChange) => <AssigneeField value={value} onChange={onChange} />,
      },
      act: ({ id }, assignee) => changeTask(id, { assignee: assignee.trim() || null }),
    },
    {
      name: t`Reopen…`,
      fits: task => !isOpen(task),
      question: count => ({
        title: plural(count, 'Reopen # task?', 'Reopen # tasks?'),
        about: t`They are on the list of open tasks again.`,
        action: plural(count, 'Reopen # task', 'Reopen # tasks'),
      }),
      act: ({ id }) => changeTask(id, { status: 'open' }),
    },
  ],
}

const AssigneeField = ({ value, onChange }: { value: string; onChange(value: string): void }) => (
  <ComboField
    options={useMemberOptions()}
    label={t`Assignee`}
    name="assignee"
    note={t`A role or a name. Leave blank for no assignee.`}
    maxLength={200}
    value={value}
    onChange={onChange}
  />
)
