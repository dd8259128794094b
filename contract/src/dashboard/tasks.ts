import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Timestamp, Uuid, words } from '../common.ts'

export const TaskStatus = words(['open', 'done'])
export type TaskStatus = Static<typeof TaskStatus>

export const Task = Type.Object({
  id: Uuid,
  title: Type.String(),
  description: Type.String(),
  status: TaskStatus,
  assignee: nullable(Type.String()),
  serial: nullable(Type.String()),
  venue_name: nullable(Type.String()),
  guest_id: Uuid,
  guest_name: nullable(Type.String()),
  guest_phone: nullable(Type.String(), 'null: unknown, or the guest is marked as do not contact.'),
  guest_email: nullable(Type.String(), 'null: unknown, or the guest is marked as do not contact.'),
  workflow_id: nullable(Uuid),
  workflow_name: nullable(Type.String()),
  run_id: Uuid,
  due_at: nullable(Timestamp),
  overdue: Type.Boolean(),
  created_at: Timestamp,
  done_at: nullable(Timestamp),
  done_by: nullable(Type.String()),
  note: nullable(Type.String(), 'What was found or agreed while doing it.'),
  note_by: nullable(Type.String(), 'Who wrote it last.'),
})
export type Task = Static<typeof Task>

export const TaskList = Type.Object({ data: Type.Array(Task), links: ListLinks })

/** Absent fields stay as they are. */
export const TaskChange = Type.Object(
  {
    status: Type.Optional(TaskStatus),
    note: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }))),
    assignee: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }))),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type TaskChange = Static<typeof TaskChange>

export const TaskAnswer = Type.Object({ message: Type.String(), task: Task })
