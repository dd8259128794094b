/** What the operator allows beyond the public internet. Nothing by default. */
export interface AddressPolicy {
  /** Addresses and ranges (CIDR) that may be called although they are not public, for receivers on an intranet. */
  readonly allowPrivate: readonly string[]
  /** Ports in addition to the usual ones. */
  readonly extraPorts: readonly number[]
  /** Our own published addresses, as https://millrace.example.com. A webhook to one of them would be a loop. */
  readonly own?: readonly string[]
}

export const PUBLIC_ONLY: AddressPolicy = { allowPrivate: [], extraPorts: [] }
