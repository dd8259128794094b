import { bypassedByForce } from '@millrace/contract/run'
import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { NewStart } from '#steps/step.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import { transactionTime } from './insert-runs.ts'

/** A run that a node of another run starts. */
export interface StartedRun {
  readonly run: LoadedRun
  readonly nodeId: string
  readonly start: NewStart
}

/** Stores runs that other runs have started, queued at sequence 0. A node starts one, which the database guarantees. */
export async function insertStarted(tx: Sql, started: readonly StartedRun[]): Promise<void> {
  await tx.query(
    `INSERT INTO runs (organisation_id, trigger, bypassed, created_at, id, workflow_id, workflow_version, guest_id,
                       started_by_run, started_by_node, chain, input)
     SELECT s.organisation_id, 'workflow', $1::text[], ${transactionTime}, s.id, s.workflow_id, s.version, s.guest_id,
            s.started_by_run, s.started_by_node, s.chain, s.input
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $6::uuid[], $7::uuid[], $8::text[], $9::smallint[], $10::json[])
       AS s (organisation_id, id, workflow_id, version, guest_id, started_by_run, started_by_node, chain, input)`,
    [
      [...bypassedByForce],
      bareArray(started.map(({ run }) => run.organisationId)),
      bareArray(started.map(({ start }) => start.id)),
      bareArray(started.map(({ start }) => start.workflowId)),
      bareArray(started.map(({ start }) => start.version)),
      bareArray(started.map(({ run }) => run.guestId)),
      bareArray(started.map(({ run }) => run.id)),
      textArray(started.map(({ nodeId }) => nodeId)),
      bareArray(started.map(({ run }) => run.chain + 1)),
      textArray(started.map(({ start }) => JSON.stringify(start.input))),
    ],
  )
}
