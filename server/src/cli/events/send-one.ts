import type { EventAnswer } from '@millrace/contract/event'
import { describeProblem } from '../login/api-client.ts'
import type { Api } from '../login/open-api.ts'
import { demoIds } from '../organisations/demo.ts'
import { printable } from '../terminal/align.ts'
import { type ExitCode, exitCodes, Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { composeEvent, type EventOptions } from './compose-event.ts'
import { receiptSentences } from './receipt-sentences.ts'

export interface OneEvent {
  /** As JSON, from a file. */
  readonly text: string | undefined
  readonly options: EventOptions
  readonly idempotencyKey: string | undefined
  readonly dryRun: boolean
  readonly json: boolean
}

/** Sends one event, and tells its receipt. */
export async function sendOne(api: Api, sent: OneEvent, terminal: Terminal): Promise<ExitCode> {
  const { text, options, idempotencyKey, dryRun, json } = sent
  const inDemo = async () =>
    (await api.get(`/v1/guests/${demoIds.organisation_registration_id}`)).status === 200
  const event = await composeEvent(options, text, inDemo)
  const answer = await api.post(
    `/v1/workflows/incoming-event${dryRun ? '?dry_run=true' : ''}`,
    JSON.stringify(event),
    idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  )
  if (json) terminal.json(answer.body)
  if (answer.status !== 200) throw new Failure(describeProblem(answer))
  if (json) return exitCodes.ok

  const { event: receipt } = answer.body as EventAnswer
  const considered = receipt.workflow_runs.length + receipt.skipped.length
  const workflowNames = considered > 0 ? await readWorkflowNames(api) : new Map<string, string>()
  const replayed = answer.headers.get('idempotent-replayed') === 'true'
  for (const line of receiptSentences(receipt, { dryRun, replayed, workflowNames })) {
    terminal.out(printable(line))
  }
  return exitCodes.ok
}

/** For people. Where there are more than one page of them, the rest keep their ids. */
async function readWorkflowNames(api: Api): Promise<Map<string, string>> {
  const { status, body } = await api.get('/v1/workflows?limit=100')
  if (status !== 200) return new Map()
  return new Map((body as { data: { id: string; name: string }[] }).data.map(({ id, name }) => [id, name]))
}
