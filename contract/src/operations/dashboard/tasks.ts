import { Type } from 'typebox'
import { ListCount, PageQuery, sortedBy, Uuid } from '../../common.ts'
import { TaskAnswer, TaskChange, TaskList, TaskStatus } from '../../dashboard/tasks.ts'
import { operation } from '../operation.ts'

const Text = (maxLength: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]+$' }))

const taskFilter = {
  status: Type.Optional(TaskStatus),
  serial: Text(12),
  assignee: Text(200),
  guest_id: Type.Optional(Uuid),
}

export const listTasks = operation({
  method: 'GET',
  path: '/dashboard/api/tasks',
  access: 'member',
  role: 'staff',
  summary: "List the tasks of the venues' staff",
  description:
    'Newest first, and those that are open, unless asked otherwise. Those without a time are last when they are sorted by when they are due, which open ones can be.',
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('created', 'due'),
    ...taskFilter,
  }),
  answers: { 200: TaskList },
})

export const countTasks = operation({
  method: 'GET',
  path: '/dashboard/api/tasks/count',
  access: 'member',
  role: 'staff',
  summary: 'How many tasks there are, by the same filters as the list',
  query: Type.Object(taskFilter),
  answers: { 200: ListCount },
})

export const changeTask = operation({
  method: 'PATCH',
  path: '/dashboard/api/tasks/:id',
  access: 'member',
  role: 'staff',
  summary: 'Finish a task, open it again, assign it, or write a note to it',
  body: TaskChange,
  answers: { 200: TaskAnswer },
})
