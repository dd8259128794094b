import type { RefusedRow } from '@millrace/contract/guest-import'
import type { Holder } from '#guests/identifiers/find-holders.ts'
import { nameOf, type ReadIdentifier } from '#guests/identifiers/identifier.ts'
import type { ManyRow } from '#guests/many/row.ts'
import { type Claim, hashOf } from './claims.ts'
import type { Target } from './columns.ts'
import type { FileRow } from './file-rows.ts'
import type { Reasons } from './read-row.ts'

/** A row that could be read, with who has its identifiers now. */
export interface Candidate {
  readonly from: FileRow
  readonly row: ManyRow
  readonly holders: readonly Holder[]
}

export interface SortedOut {
  readonly accepted: readonly Candidate[]
  readonly refused: readonly RefusedRow[]
  /** Exactly the same as an earlier row. */
  readonly repeated: number
  /** What the accepted rows claim. */
  readonly claims: ReadonlyMap<string, Claim>
}

/** Everything of which a file may have one row: each identifier, and each guest that is there already. */
export function claimsOf(importId: string, holders: readonly Holder[]): { name: string; about: Holder }[] {
  return holders.flatMap(about => [
    { name: hashOf(`${importId} ${nameOf(about.identifier)}`), about },
    ...(about.guestId === null ? [] : [{ name: hashOf(`${importId} guest ${about.guestId}`), about }]),
  ])
}

/**
 * Which rows are imported: of two that claim one identifier, or are the same guest, the first; and none whose
 * identifiers belong to different guests. A row that was left out says why, and names the other row or guest. Pure.
 */
export function sortOut(
  importId: string,
  candidates: readonly Candidate[],
  earlier: ReadonlyMap<string, Claim>,
  targets: ReadonlyMap<string, Target>,
): SortedOut {
  const claims = new Map<string, Claim>()
  const accepted: Candidate[] = []
  const refused: RefusedRow[] = []
  let repeated = 0
  for (const candidate of candidates) {
    const { from, row, holders } = candidate
    const content = hashOf(JSON.stringify(row))
    const wanted = claimsOf(importId, holders)
    const taken = wanted.flatMap(({ name, about }) => {
      const claim = claims.get(name) ?? earlier.get(name)
      return claim === undefined ? [] : [{ about, claim }]
    })
    const reasons = taken[0] === undefined ? strangers(holders, targets) : undefined
    if (taken[0] !== undefined && taken.every(({ claim }) => claim.content === content)) repeated += 1
    else if (taken[0] !== undefined) {
      const { about, claim } = taken[0]
      refused.push(
        refusedRow(from, { [columnOf(about.identifier, targets)]: [`is also in row ${claim.row}`] }),
      )
    } else if (reasons !== undefined) refused.push(refusedRow(from, reasons))
    else {
      accepted.push(candidate)
      for (const { name } of wanted) claims.set(name, { row: from.row, content })
    }
  }
  return { accepted, refused, repeated, claims }
}

export const refusedRow = (from: FileRow, reasons: Reasons): RefusedRow => ({
  row: from.row,
  reasons,
  values: from.values(),
})

/** Where identifiers of one row belong to different guests, it cannot be known whom the row is about. */
export function strangers(
  holders: readonly Holder[],
  targets: ReadonlyMap<string, Target>,
): Reasons | undefined {
  const known = holders.filter(({ guestId }) => guestId !== null)
  const other = known.find(({ guestId }) => guestId !== known[0]?.guestId)
  if (known[0] === undefined || other === undefined) return undefined
  const column = columnOf(other.identifier, targets)
  const first = columnOf(known[0].identifier, targets)
  return {
    [column]: [`belongs to another guest (${other.guestId}) than "${first}" (${known[0].guestId})`],
  }
}

function columnOf({ type, system }: ReadIdentifier, targets: ReadonlyMap<string, Target>): string {
  for (const [column, target] of targets) {
    if (target.kind === type && (target.kind !== 'external_id' || target.system === system)) return column
  }
  return 'row'
}
