import type { RunTrigger } from '@millrace/contract/run'
import { bareArray, textArray } from '#db/array-literal.ts'
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
  return tx.query(STATEMENT, runColumns(runs)).then(() => undefined)
}

/** The same as a part of a greater statement, with its parameters from `$first` on: see `runColumns`. */
export const insertRunsSql = (first: number) => {
  const column = (index: number, type: string) => `$${first + index}::${type}[]`
  return `
  INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, event_id, trigger, bypassed, input, created_at)
  SELECT organisation_id, id, workflow_id, workflow_version, guest_id, event_id, trigger, bypassed::text[], input, created_at
  FROM unnest(
    ${column(0, 'uuid')}, ${column(1, 'uuid')}, ${column(2, 'uuid')}, ${column(3, 'integer')}, ${column(4, 'uuid')},
    ${column(5, 'uuid')}, ${column(6, 'text')}, ${column(7, 'text')}, ${column(8, 'json')}, ${column(9, 'timestamptz')}
  ) AS r (organisation_id, id, workflow_id, workflow_version, guest_id, event_id, trigger, bypassed, input, created_at)`
}

const STATEMENT = insertRunsSql(1)

export function runColumns(runs: readonly NewRun[]): string[] {
  return [
    bareArray(runs.map(run => run.organisationId)),
    bareArray(runs.map(run => run.id)),
    bareArray(runs.map(run => run.workflowId)),
    bareArray(runs.map(run => run.workflowVersion)),
    bareArray(runs.map(run => run.guestId)),
    textArray(runs.map(run => run.eventId)),
    bareArray(runs.map(run => run.trigger)),
    textArray(runs.map(run => bareArray(run.bypassed))),
    textArray(runs.map(run => JSON.stringify(run.input))),
    textArray(runs.map(run => run.createdAt)),
  ]
}
