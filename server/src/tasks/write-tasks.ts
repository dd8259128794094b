import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { MadeBy } from '#steps/made-by.ts'
import type { NewTask } from '#steps/step.ts'

export async function writeTasks(tx: Sql, tasks: readonly MadeBy<NewTask>[]): Promise<void> {
  await tx.query(
    `INSERT INTO tasks
       (organisation_id, id, run_id, node_id, guest_id, serial, title, description, assignee, due_at, created_at)
     SELECT organisation_id, id, run_id, node_id, guest_id, serial, title, description, assignee, due_at, now()
     FROM unnest(
       $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::timestamptz[]
     ) AS t (organisation_id, id, run_id, node_id, guest_id, serial, title, description, assignee, due_at)`,
    [
      bareArray(tasks.map(({ run }) => run.organisationId)),
      bareArray(tasks.map(({ thing }) => thing.id)),
      bareArray(tasks.map(({ run }) => run.id)),
      textArray(tasks.map(({ nodeId }) => nodeId)),
      bareArray(tasks.map(({ run }) => run.guestId)),
      textArray(tasks.map(({ thing }) => thing.serial)),
      textArray(tasks.map(({ thing }) => thing.title)),
      textArray(tasks.map(({ thing }) => thing.description)),
      textArray(tasks.map(({ thing }) => thing.assignee)),
      textArray(tasks.map(({ thing }) => thing.dueAt?.toISOString() ?? null)),
    ],
  )
}
