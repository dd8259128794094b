import { type IncomingEvent, type Millrace, MillraceError, NotFoundError } from '@millrace/client/source'
import { apiFailure } from '../login/api-failure.ts'
import { demoIds } from '../organisations/demo.ts'
import { printable } from '../terminal/align.ts'
import { type ExitCode, exitCodes } from '../terminal/failure.ts'
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

/** Sends one event and prints its receipt. */
export async function sendOne(client: Millrace, sent: OneEvent, terminal: Terminal): Promise<ExitCode> {
  try {
    return await sendAndPrint(client, sent, terminal)
  } catch (error) {
    // A script that asked for JSON gets the refusal as JSON too.
    if (sent.json && error instanceof MillraceError && error.body !== undefined) terminal.json(error.body)
    throw apiFailure(error)
  }
}

async function sendAndPrint(client: Millrace, sent: OneEvent, terminal: Terminal): Promise<ExitCode> {
  const { text, options, idempotencyKey, dryRun, json } = sent
  const event = await composeEvent(options, text, () => isDemo(client))
  let replayed = false
  // The API checks what is sent: a fault of the event comes back as a refusal that names the field.
  const answer = await client.events.send(event as unknown as IncomingEvent, {
    idempotencyKey,
    dryRun,
    onResponse({ headers }) {
      replayed = headers.get('idempotent-replayed') === 'true'
    },
  })
  if (json) {
    terminal.json(answer)
    return exitCodes.ok
  }
  const { workflow_runs, skipped } = answer.event
  const workflowNames =
    workflow_runs.length + skipped.length > 0 ? await readWorkflowNames(client) : new Map()
  for (const line of receiptSentences(answer.event, { dryRun, replayed, workflowNames })) {
    terminal.out(printable(line))
  }
  return exitCodes.ok
}

/** Whether the key is one of the demo organisation: it finds the demo's guest. */
async function isDemo(client: Millrace): Promise<boolean> {
  try {
    await client.guests.get(demoIds.organisation_registration_id)
    return true
  } catch (error) {
    if (error instanceof NotFoundError) return false
    throw error
  }
}

/** For people. Where there is more than one page of them, the rest keep their ids. */
async function readWorkflowNames(client: Millrace): Promise<ReadonlyMap<string, string>> {
  const { data } = await client.workflows.list({ limit: 100 }).page()
  return new Map(data.map(({ id, name }) => [id, name]))
}
