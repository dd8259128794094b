import { type ExplainedLeaf, unmetInWords } from '@millrace/contract/condition/in-words'
import type { Receipt, Skipped } from '@millrace/contract/event'
import { sentence } from '@millrace/contract/in-words'
import { reasonInShort, reasonInWords, unmatchedInWords } from '@millrace/contract/skip-reason'

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
    ...receipt.woke.map(
      run => `  ✓ ${workflow(run.workflow_id)} ${dryRun ? 'would continue run' : 'continues run'} ${run.id}`,
    ),
    ...receipt.moved.map(
      run => `  ✓ ${workflow(run.workflow_id)} ${dryRun ? 'would move run' : 'moved run'} ${run.id}`,
    ),
    ...receipt.ended.map(
      run => `  ✓ ${workflow(run.workflow_id)} ${dryRun ? 'would end run' : 'ended run'} ${run.id}`,
    ),
    ...whySentences(receipt, workflowNames),
    ...receipt.warnings.map(warning => `  ! ${warning}`),
  ]
}

type Explained = Pick<Receipt, 'status' | 'skipped' | 'source'>

/** Why workflows did not match, or that there was none for the event. */
export function whySentences(receipt: Explained, workflowNames: ReadonlyMap<string, string>): string[] {
  return [
    ...receipt.skipped.flatMap(skipped => [
      `  – ${named(skipped.workflow_id, workflowNames)} did not match: ${reason(skipped)}`,
      ...conditions(skipped).map(line => `      ${line}`),
    ]),
    ...unheard(receipt),
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
  const outcome = status === 'routed' ? 'it matched a workflow' : 'no workflow matched'
  if (dryRun) return `Dry run, nothing is stored: ${outcome}.`
  if (replayed) return `Event ${id} was stored earlier with this idempotency key: ${outcome}.`
  return `Stored event ${id}: ${outcome}.`
}

function unheard({ status, skipped, source }: Explained): string[] {
  if (status === 'routed' || skipped.length > 0) return []
  return [`  ${sentence(unmatchedInWords(source))}`]
}

const reason = (skipped: Skipped): string =>
  Array.isArray(skipped.detail.conditions) ? reasonInShort(skipped.reason) : reasonInWords(skipped)

/** Beneath one another, which is easier to compare than a sentence. */
const conditions = ({ detail }: Skipped): string[] =>
  Array.isArray(detail.conditions)
    ? (detail.conditions as ExplainedLeaf[]).map(leaf => unmetInWords(leaf))
    : []
