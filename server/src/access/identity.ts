import type { KeyLimits } from './key-limits.ts'

/** The organisation that a request acts for, and the API key it uses. */
export interface Identity extends KeyLimits {
  readonly organisationId: string
  readonly keyId: string
  readonly clientId: string
  /** 0: not limited. */
  readonly requestsPerMinute: number
  /** Its events run everything and send nothing. */
  readonly test: boolean
}
