import type { Consent, Guest } from '@millrace/contract/guest'
import type { ReadIdentifier } from '../identifiers/identifier.ts'

/** What a file says about one guest. Tags are added to those that the guest has. */
export interface ManyRow {
  readonly identifiers: readonly ReadIdentifier[]
  readonly name: string | null
  readonly tags: readonly string[]
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly consent: Consent
  readonly doNotContact: boolean | null
  /** How many they shall have. */
  readonly points: number | null
}

export interface ManyRecorded {
  readonly created: boolean
  readonly before: Guest
  readonly after: Guest
  /** Empty: nothing changed. Identifiers are listed separately. */
  readonly fields: readonly string[]
  readonly added: readonly ReadIdentifier[]
  readonly refusalsKept: number
  /** How many points they have more than before. */
  readonly points: number
}

/** An identifier was given to another guest since the caller looked. Nothing may be committed: do it again. */
export class HoldersChanged extends Error {
  override name = 'HoldersChanged'
}
