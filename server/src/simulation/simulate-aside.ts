import type { SimulationResult } from '@millrace/contract/simulation'
import { openThread, type Thread, TookTooLong } from '#base/thread.ts'
import type { MessageChannel } from '#steps/step.ts'
import { SimulationRefused } from './errors.ts'
import type { SimulationRequest } from './read-input.ts'
import type { SimulationInput } from './simulate.ts'

/** An input as it goes to another thread: its workflow as a document, and the links of its guest written out. */
export interface SimulationQuestion extends Omit<SimulationInput, 'workflow' | 'run'> {
  readonly document: SimulationRequest['workflow']
  readonly runId: string
  readonly links: Readonly<Record<MessageChannel, string>>
}

export type SimulateAside = (question: SimulationQuestion) => Promise<SimulationResult>

export function toQuestion(
  { workflow: _, run, ...rest }: SimulationInput,
  document: SimulationRequest['workflow'],
): SimulationQuestion {
  const links = { email: run.unsubscribeUrl('email'), sms: run.unsubscribeUrl('sms') }
  return { ...rest, document, runId: run.id, links }
}

const LONGEST_SIMULATION_MS = 10_000

/** Simulations on a thread: one with 499 e-mails takes half a second. */
export function openSimulations(): { readonly simulateAside: SimulateAside; close(): Promise<void> } {
  const thread: Thread<SimulationQuestion, SimulationResult> = openThread(
    new URL('./simulation-thread.ts', import.meta.url),
    { longestMs: LONGEST_SIMULATION_MS, longestQueue: 50 },
  )
  return { simulateAside: question => thread.ask(question).catch(inTime), close: thread.close }
}

function inTime(error: unknown): never {
  if (error instanceof TookTooLong)
    throw new SimulationRefused('The simulation takes too long. Make the workflow or the script smaller.')
  throw error
}
