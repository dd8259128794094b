import type { RunTrigger } from '@millrace/contract/run'
import { bare, type Column, type Form, formOf, json, rowSource, rowValues, text } from '#db/row-source.ts'
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

/** A run of one of several organisations. */
export interface RunOf extends NewRun {
  readonly organisationId: string
}

/** What runs that are stored together share. */
export interface RunsInCommon {
  readonly organisationId: string
  readonly trigger: RunTrigger
  readonly bypassed: readonly string[]
  /** ISO 8601; null: at the transaction's time. */
  readonly createdAt: string | null
}

/** To the millisecond, as the API returns it. */
export const transactionTime = `date_trunc('milliseconds', now())`

/** Stores runs, queued at sequence 0. The statement has been sent when this returns. */
export function insertRuns(tx: Sql, common: RunsInCommon, runs: readonly NewRun[]): Promise<void> {
  const form = formOf(runs)
  return tx.query(statements[form], runValues(form, common, runs)).then(() => undefined)
}

const columns: readonly Column<NewRun>[] = [
  bare('uuid', run => run.id),
  bare('uuid', run => run.workflowId),
  bare('integer', run => run.workflowVersion),
  bare('uuid', run => run.guestId),
  text('uuid', run => run.eventId),
  json('json', run => run.input),
]

/** The same as part of a larger statement, with its parameters from `$first` on: see `runValues`. */
export function insertRunsSql(form: Form, first: number): string {
  const value = (index: number) => `$${first + index}`
  return `
  INSERT INTO runs (organisation_id, trigger, bypassed, created_at, id, workflow_id, workflow_version, guest_id, event_id, input)
  SELECT ${value(0)}::uuid, ${value(1)}::text, ${value(2)}::text[], coalesce(${value(3)}::timestamptz, ${transactionTime}), r.*
  FROM ${rowSource(form, columns, first + 4)} AS r`
}

const statements = { one: insertRunsSql('one', 1), many: insertRunsSql('many', 1) }

export function runValues(form: Form, common: RunsInCommon, runs: readonly NewRun[]): unknown[] {
  const { organisationId, trigger, bypassed, createdAt } = common
  return [organisationId, trigger, bypassed, createdAt, ...rowValues(form, columns, runs)]
}

const columnsOfSeveral: readonly Column<RunOf>[] = [bare('uuid', run => run.organisationId), ...columns]

/** As part of a larger statement, for runs that events of several organisations start. */
export const insertRunsOfSeveralSql = (first: number): string => `
  INSERT INTO runs (trigger, created_at, organisation_id, id, workflow_id, workflow_version, guest_id, event_id, input)
  SELECT 'event', ${transactionTime}, r.* FROM ${rowSource('many', columnsOfSeveral, first)} AS r`

export const runValuesOfSeveral = (runs: readonly RunOf[]): unknown[] =>
  rowValues('many', columnsOfSeveral, runs)
