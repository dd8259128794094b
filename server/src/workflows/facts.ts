/** What conditions and steps may look at: the event that started the run, and the guest as of now. */

export type FactValue = string | number | boolean | null

export interface EventFacts {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, FactValue>>
}

export interface GuestFacts {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly email_consent: boolean
  readonly sms_consent: boolean
  readonly do_not_contact: boolean
  readonly tags: readonly string[]
  readonly points: number
  readonly attributes: Readonly<Record<string, FactValue>>
}

export interface Facts {
  readonly event: EventFacts
  readonly guest: GuestFacts
}
