import type { RunTrigger } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import type { EventFacts } from '#workflows/facts.ts'

export interface NewRun {
  readonly organisationId: string
  /** UUIDv7: steps are partitioned by the time in it. */
  readonly id: string
  readonly workflowId: string
  readonly workflowVersion: number
  readonly guestId: string
  readonly eventId: string | null
  readonly trigger: RunTrigger
  readonly bypassed: readonly string[]
  readonly input: EventFacts
  /** ISO 8601. */
  readonly createdAt: string
}

/** Stores runs, queued at sequence 0. The statement has been sent when this returns. */
export function insertRuns(tx: Sql, runs: readonly NewRun[]): Promise<void> {
  return tx.query(STATEMENT, [JSON.stringify(runs)]).then(() => undefined)
}

const STATEMENT = `
  INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, event_id, trigger, bypassed, input, created_at)
  SELECT "organisationId", id, "workflowId", "workflowVersion", "guestId", "eventId", trigger, bypassed, input, "createdAt"
  FROM json_to_recordset($1::json) AS r (
    "organisationId" uuid, id uuid, "workflowId" uuid, "workflowVersion" integer, "guestId" uuid, "eventId" uuid,
    trigger text, bypassed text[], input json, "createdAt" timestamptz
  )`
