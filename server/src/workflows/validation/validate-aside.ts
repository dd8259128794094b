import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { TookTooLong } from '#base/thread.ts'
import type { Fault } from './fault.ts'
import { type Validation, validate } from './validate.ts'
import type { OutboundChecks } from './webhook-faults.ts'

/** The faults of a document that comes as JSON, found on another thread; `outbound`: addresses are looked at too. */
export type FaultsAside = (question: { text: string; outbound: boolean }) => Promise<readonly Fault[]>

export interface DocumentChecks extends OutboundChecks {
  /** Absent where nobody else waits: on the command line, and in tests. */
  readonly aside?: FaultsAside
  /** Where uploaded images are published. Absent where nobody knows it: they are not looked for. */
  readonly imagesAt?: string
}

/** In characters: a few steps. Four kilobytes of one template took 190 ms on a busy machine that was just started. */
const CHECKED_AT_ONCE = 512

/** E-mails of blocks are rendered to be checked, and the first of them took 76 ms. */
const isQuick = (text: string) => text.length <= CHECKED_AT_ONCE && !text.includes('"blocks"')

/**
 * The same as `validate`, without holding up the process: 500 steps take up to three seconds. With `outbound: false`
 * addresses are not looked at, as for what is only tried out.
 */
export async function validateAside(
  document: unknown,
  checks: DocumentChecks,
  { outbound = true }: { readonly outbound?: boolean } = {},
): Promise<Validation> {
  const { aside, ...own } = checks
  const text = aside === undefined ? '' : JSON.stringify(document ?? null)
  if (aside === undefined || isQuick(text)) return validate(document, outbound ? own : {})
  const faults = await inTime(aside({ text, outbound }))
  return faults.length === 0
    ? { definition: document as WorkflowDefinition, faults: [] }
    : { definition: undefined, faults }
}

async function inTime(asked: Promise<readonly Fault[]>): Promise<readonly Fault[]> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    return [{ path: '', message: 'This document takes too long to check. Make it smaller.' }]
  }
}
