import type { RunTrigger } from '@millrace/contract/run'
import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { EventFacts } from '#workflows/facts.ts'

export interface NewRun {
  /** UUIDv7: steps are partitioned by the time in it. */
  readonly id: string
  readonly workflowId: string
  readonly workflowVersion: number
  readonly guestId: string
  readonly eventId: string | null
  readonly input: EventFacts
}

/** What runs that are stored together have in common. */
export interface RunsInCommon {
  readonly organisationId: string
  readonly trigger: RunTrigger
  readonly bypassed: readonly string[]
  /** ISO 8601. */
  readonly createdAt: string
}

/** Stores runs, queued at sequence 0. The statement has been sent when this returns. */
export function insertRuns(tx: Sql, common: RunsInCommon, runs: readonly NewRun[]): Promise<void> {
  return tx.query(STATEMENT, runValues(common, runs)).then(() => undefined)
}

/** The same as a part of a greater statement, with its parameters from `$first` on: see `runValues`. */
export function insertRunsSql(first: number): string {
  const value = (index: number) => `$${first + index}`
  const column = (index: number, type: string) => `unnest(${value(index)}::${type}[])`
  return `
  INSERT INTO runs (organisation_id, trigger, bypassed, created_at, id, workflow_id, workflow_version, guest_id, event_id, input)
  SELECT ${value(0)}::uuid, ${value(1)}::text, ${value(2)}::text[], ${value(3)}::timestamptz, r.*
  FROM ROWS FROM (
    ${column(4, 'uuid')}, ${column(5, 'uuid')}, ${column(6, 'integer')}, ${column(7, 'uuid')}, ${column(8, 'uuid')},
    json_array_elements(${value(9)}::json)
  ) AS r`
}

const STATEMENT = insertRunsSql(1)

export function runValues(common: RunsInCommon, runs: readonly NewRun[]): unknown[] {
  return [
    common.organisationId,
    common.trigger,
    common.bypassed,
    common.createdAt,
    bareArray(runs.map(run => run.id)),
    bareArray(runs.map(run => run.workflowId)),
    bareArray(runs.map(run => run.workflowVersion)),
    bareArray(runs.map(run => run.guestId)),
    textArray(runs.map(run => run.eventId)),
    JSON.stringify(runs.map(run => run.input)),
  ]
}
