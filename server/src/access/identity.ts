/** Who a request acts for: one organisation, by one of its API keys. */
export interface Identity {
  readonly organisationId: string
  readonly keyId: string
  readonly clientId: string
  /** 0: not limited. */
  readonly requestsPerMinute: number
}
