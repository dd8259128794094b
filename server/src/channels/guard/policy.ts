/** What the operator allows beyond the public internet. Nothing by default. */
export interface AddressPolicy {
  /** Addresses and ranges (CIDR) that may be called although they are not public, for receivers on an intranet. */
  readonly allowPrivate: readonly string[]
  /** Ports in addition to the usual ones. */
  readonly extraPorts: readonly number[]
}

export const PUBLIC_ONLY: AddressPolicy = { allowPrivate: [], extraPorts: [] }
