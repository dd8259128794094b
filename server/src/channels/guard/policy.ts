/** What the operator allows beyond the public internet. Nothing, unless it was set. */
export interface AddressPolicy {
  /** Addresses and ranges (CIDR) that may be called although they are not public, for receivers on an intranet. */
  readonly allowPrivate: readonly string[]
  /** Ports beside the usual ones. */
  readonly extraPorts: readonly number[]
}

export const PUBLIC_ONLY: AddressPolicy = { allowPrivate: [], extraPorts: [] }
