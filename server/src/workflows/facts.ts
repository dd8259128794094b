import type { Clock } from '@millrace/contract/condition/clock'
import type { PastEvent } from '@millrace/contract/condition/fields'
import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import type { GuestProfile } from '#guests/guest-profile.ts'
import type { VenueProfile } from '#venues/venue-profile.ts'

/**
 * What conditions, templates and steps can read: the event that started the run, the current guest, the venue that the
 * event names first, the name and variables of the workflow, and the time at the venue.
 */
export interface Facts {
  readonly event: EventFacts
  readonly guest: GuestFacts
  readonly venue: VenueFacts | null
  readonly workflow: WorkflowFacts
  /** By the node that called; only those that were answered. */
  readonly webhooks: Readonly<Record<string, WebhookFacts>>
  /** By the node that created them; only those that the run has waited for and that are done. */
  readonly tasks: Readonly<Record<string, TaskFacts>>
  /** The points that steps of the run gave or took, by node; only those that another step reads. */
  readonly awarded?: Readonly<Record<string, number>>
  /** What the guest answered to questions that the run has waited for, by the node that asked. */
  readonly answers?: Readonly<Record<string, number | boolean>>
  readonly pastRuns: PastRuns
  readonly clock: Clock
  /** The event that started the run. `event` is another one where an event comes to a run under way. */
  readonly startedBy: EventFacts
  /** What the ledger says about the guest; missing where nothing reads it. */
  readonly visits?: GuestVisits
  /** The guest's events; missing where nothing counts them. */
  readonly pastEvents?: readonly PastEvent[]
}

export type FactValue = string | number | boolean | null
export type FactRecord = Readonly<Record<string, FactValue>>

export interface EventFacts {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: FactRecord
  /** How many webhooks of ours led to it, as the header Millrace-Hops says; absent: none. */
  readonly hops?: number
  /** It came with a test key: its runs take every step and send nothing. */
  readonly test?: true
}

/** An event that as many webhooks led to starts nothing more. */
export const MOST_HOPS = 5
/** An event with the id under which it is stored. */
export interface StoredEvent extends EventFacts {
  readonly id: string
}

export type GuestFacts = GuestProfile
export type VenueFacts = VenueProfile

export interface WorkflowFacts {
  readonly name: string
  /** With their values at the venue. */
  readonly variables: FactRecord
}

/** A task that a run has waited for. */
export interface TaskFacts {
  /** The name of who did it. */
  readonly done_by: string | null
}

export interface WebhookFacts {
  readonly status: number
  /** The plain values at the top level of a JSON answer. */
  readonly body: FactRecord
}

/** The guest's earlier runs, by workflow; read only if a condition needs them. */
export type PastRuns = ReadonlyMap<string, PastRunsOfWorkflow>

export interface PastRunsOfWorkflow {
  readonly count: number
  readonly completed: number
  readonly daysSinceLast: number
}

export const noPastRuns: PastRuns = new Map()
