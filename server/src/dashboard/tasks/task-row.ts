import type { Task } from '@millrace/contract/dashboard/tasks'

/** For a task t, its venue v, guest g, run r and workflow w. */
export const taskColumns = `t.id, t.title, t.description, t.status, t.assignee, t.serial, v.name AS venue_name, t.guest_id,
  g.name AS guest_name, CASE WHEN NOT g.do_not_contact THEN g.phone END AS guest_phone,
  CASE WHEN NOT g.do_not_contact THEN g.email END AS guest_email, r.workflow_id, w.name AS workflow_name, t.run_id, t.due_at,
  t.status = 'open' AND coalesce(t.due_at < now(), false) AS overdue, t.created_at, t.done_at, t.done_by, t.note, t.note_by`

export const taskSources = `tasks t
  LEFT JOIN venues v ON v.organisation_id = t.organisation_id AND v.serial = t.serial
  LEFT JOIN guests g ON g.organisation_id = t.organisation_id AND g.id = t.guest_id
  LEFT JOIN runs r ON r.organisation_id = t.organisation_id AND r.id = t.run_id
  LEFT JOIN workflows w ON w.organisation_id = r.organisation_id AND w.id = r.workflow_id`

export type TaskRow = Omit<Task, 'due_at' | 'created_at' | 'done_at'> & {
  due_at: Date | null
  created_at: Date
  done_at: Date | null
}

export function toTask<Row extends TaskRow>(row: Row) {
  return {
    ...row,
    due_at: row.due_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
  }
}
