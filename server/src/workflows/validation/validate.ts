import { WorkflowDefinition } from '@millrace/contract/workflow'
import { Compile } from 'typebox/compile'
import { isRecord } from '../record.ts'
import { allConditionFaults } from './all-condition-faults.ts'
import { broadcastFaults } from './broadcast-faults.ts'
import { dateFaults } from './date-faults.ts'
import type { Fault } from './fault.ts'
import { graphFaults } from './graph-faults.ts'
import { languageFaults } from './language-faults.ts'
import { nodeFaults } from './node-faults.ts'
import { readParts } from './read-parts.ts'
import { scopesOf } from './scope.ts'
import { variableFaults } from './variable-faults.ts'
import type { OutboundChecks } from './webhook-faults.ts'

const schema = Compile(WorkflowDefinition)

export type Validation =
  | { readonly definition: WorkflowDefinition; readonly faults: readonly [] }
  | { readonly definition: undefined; readonly faults: readonly Fault[] }

/**
 * All faults of a document at once: the shape of its parts, its conditions, templates and addresses, and the ways from
 * the start to the ends. The contract's schema has the last word, so nothing is valid here that is not valid there.
 * Without `checks` addresses are not checked; every call checks them again.
 */
export function validate(document: unknown, checks: OutboundChecks = {}): Validation {
  const { parts, faults } = readParts(document)
  const scopes = scopesOf(parts)
  faults.push(
    ...listenerFaults(document),
    ...dateFaults(document),
    ...segmentTriggerFaults(document),
    ...broadcastFaults(document),
    ...allConditionFaults(document, scopes),
    ...variableFaults(parts.variables),
    ...nodeFaults(parts.nodes, scopes, checks),
    ...languageFaults(parts.nodes, parts.languages),
  )
  // The connections between nodes can be checked only when all of them can be read.
  if (parts.whole) faults.push(...graphFaults(document as WorkflowDefinition))
  if (faults.length === 0 && !schema.Check(document))
    faults.push({ path: '', message: 'This is not a workflow document.' })
  return faults.length === 0
    ? { definition: document as WorkflowDefinition, faults: [] }
    : { definition: undefined, faults: readable(faults) }
}

function listenerFaults(document: unknown): Fault[] {
  const trigger = isRecord(document) ? document.trigger : undefined
  if (!isRecord(trigger) || trigger.listener !== true || trigger.source !== null) return []
  const message = 'Events without a source go to every workflow that names none. Name a source to listen to.'
  return [{ path: 'trigger.listener', message }]
}

function segmentTriggerFaults(document: unknown): Fault[] {
  const trigger = isRecord(document) ? document.trigger : undefined
  const segment = isRecord(trigger) ? trigger.segment : undefined
  if (!isRecord(segment) || segment.on !== 'leaves' || segment.already_in === undefined) return []
  const message = 'Guests who are in the segment already cannot be started by leaving it.'
  return [{ path: 'trigger.segment.already_in', message }]
}

const MOST_FAULTS = 500

function readable(faults: readonly Fault[]): readonly Fault[] {
  const more = faults.length - MOST_FAULTS
  if (more <= 0) return faults
  return [...faults.slice(0, MOST_FAULTS), { path: '', message: `There are ${more} more faults.` }]
}

/**
 * Whether a stored document is still valid. It was validated when it was published, by this release or an older one.
 */
export const isReadable = (document: unknown): document is WorkflowDefinition => schema.Check(document)
