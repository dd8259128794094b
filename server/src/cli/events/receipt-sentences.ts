import type { Receipt, Skipped } from '@millrace/contract/event'

/** A receipt in plain sentences. */
export function receiptSentences(
  receipt: Receipt,
  { dryRun, replayed, workflowNames }: ReceiptCircumstances,
): string[] {
  const workflow = (id: string) => named(id, workflowNames)
  return [
    opening(receipt, dryRun, replayed),
    ...receipt.workflow_runs.map(
      run =>
        `  ✓ ${workflow(run.workflow_id)} ${dryRun ? 'would start a run' : `started run ${run.id} (${run.status})`}`,
    ),
    ...whySentences(receipt, workflowNames),
    ...receipt.warnings.map(warning => `  ! ${warning}`),
  ]
}

type Told = Pick<Receipt, 'status' | 'skipped' | 'source'>

/** Why workflows did not take it, or that there was none to take it. */
export function whySentences(receipt: Told, workflowNames: ReadonlyMap<string, string>): string[] {
  return [
    ...receipt.skipped.flatMap(skipped => [
      `  – ${named(skipped.workflow_id, workflowNames)} was skipped: ${reason(skipped)}`,
      ...conditions(skipped).map(line => `      ${line}`),
    ]),
    ...nobody(receipt),
  ]
}

function named(id: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(id)
  return name === undefined ? id : `"${name}" (${id})`
}

export interface ReceiptCircumstances {
  dryRun: boolean
  /** The answer to an earlier request with the same Idempotency-Key. */
  replayed: boolean
  workflowNames: ReadonlyMap<string, string>
}

function opening({ id, status }: Receipt, dryRun: boolean, replayed: boolean): string {
  const outcome = status === 'routed' ? 'it reaches a workflow' : 'no workflow takes it'
  if (dryRun) return `Dry run, nothing is stored: ${outcome}.`
  if (replayed) return `Event ${id} was stored before with this idempotency key: ${outcome}.`
  return `Event ${id} is stored: ${outcome}.`
}

function nobody({ status, skipped, source }: Told): string[] {
  if (status === 'routed' || skipped.length > 0) return []
  return source === null
    ? ['  No active workflow listens to events without a source.']
    : [`  No active workflow listens to the source "${source}".`]
}

function reason({ reason, detail }: Skipped): string {
  switch (reason) {
    case 'condition_failed':
      return 'its condition does not hold'
    case 'venue_not_targeted':
      return `it is for ${list(detail.targeted)}, the event is of ${list(detail.serials) || 'no venue'}`
    case 're_entry_limited':
      return detail.until === null || detail.until === undefined
        ? 'the guest was in it before, and it takes each one once'
        : `the guest was in it lately, and may enter again at ${detail.until}`
    case 'workflow_paused':
      return 'it is paused'
    default:
      return String(reason)
  }
}

const list = (values: unknown) => (Array.isArray(values) ? values.join(', ') : '')

interface ToldCondition {
  field: string
  operator: string
  expected: unknown
  found: unknown
}

function conditions({ detail }: Skipped): string[] {
  if (!Array.isArray(detail.conditions)) return []
  return (detail.conditions as ToldCondition[]).map(
    ({ field, operator, expected, found }) =>
      `${field}: expected ${[operator.replaceAll('_', ' '), told(expected)].filter(Boolean).join(' ')}, found ${told(found) || 'nothing'}`,
  )
}

const told = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))
