/** What conditions and steps may look at: the event that started the run, and the guest as of now. */

import type { GuestProfile } from '#guests/guest-profile.ts'

export type FactValue = string | number | boolean | null

export interface EventFacts {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, FactValue>>
}

export type GuestFacts = GuestProfile

export interface Facts {
  readonly event: EventFacts
  readonly guest: GuestFacts
}
