/** The organisation that a request acts for, and the API key it uses. */
export interface Identity {
  readonly organisationId: string
  readonly keyId: string
  readonly clientId: string
  /** 0: not limited. */
  readonly requestsPerMinute: number
}
