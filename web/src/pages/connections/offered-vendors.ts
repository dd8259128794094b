import type { ConnectionVendor, VendorKind } from '@millrace/contract/dashboard/connections'
import { t } from '../../language/words.ts'

export const kindNames: Readonly<Record<VendorKind, string>> = {
  tills: t`Tills and orders`,
  bookings: t`Bookings`,
  payments: t`Payments`,
  shop: t`Shop`,
  general: t`General`,
}

export interface Offered {
  readonly kind: VendorKind
  readonly vendors: readonly ConnectionVendor[]
}

export interface Search {
  readonly groups: readonly Offered[]
  /** The first that matches; undefined: none does, and those for any system are offered instead. */
  readonly first: ConnectionVendor | undefined
}

/**
 * The systems by kind, in the order of the server, that have every word of the search in their name, kind or line. The
 * chosen one stays, so that nothing is submitted that cannot be seen.
 */
export function searchVendors(vendors: readonly ConnectionVendor[], search: string, chosen: string): Search {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ name, kind, about }: ConnectionVendor) => {
    const text = `${name} ${kindNames[kind]} ${about}`.toLowerCase()
    return words.every(word => text.includes(word))
  }
  const first = vendors.find(matches)
  const shown = vendors.filter(
    vendor => vendor.id === chosen || (first ? matches(vendor) : vendor.kind === 'general'),
  )
  const kinds = [...new Set(shown.map(({ kind }) => kind))]
  return { first, groups: kinds.map(kind => ({ kind, vendors: shown.filter(one => one.kind === kind) })) }
}
