import type { TaskStatus } from '@millrace/contract/dashboard/tasks'
import type { TasksPage } from '#dashboard/tasks/list-tasks.ts'
import type { ActingMember } from '#members/session.ts'

interface TasksQuery {
  readonly status?: TaskStatus
  readonly serial?: string
  readonly assignee?: string
  readonly guest_id?: string
}

/** Which tasks a query asks for, of those that the member sees: the open ones, unless it says otherwise. */
export const tasksAsked = (
  { serials }: Pick<ActingMember, 'serials'>,
  { status = 'open', serial, assignee, guest_id }: TasksQuery,
): Omit<TasksPage, 'sort' | 'after' | 'limit'> => ({
  sight: serials,
  status,
  serial,
  assignee,
  guestId: guest_id?.toLowerCase(),
})
