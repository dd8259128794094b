import type { Sql } from '#db/sql.ts'
import { addIdentifiers } from '../identifiers/add-identifiers.ts'
import { findHolders } from '../identifiers/find-holders.ts'
import { nameOf, type ReadIdentifier } from '../identifiers/identifier.ts'
import { HoldersChanged, type ManyRow } from './row.ts'

export interface Given {
  /** Normalised. */
  readonly all: readonly ReadIdentifier[]
  /** Those that the guest did not have before. */
  readonly added: readonly ReadIdentifier[]
}

/** Gives each guest the identifiers of their row that no one has. */
export async function giveIdentifiers(
  tx: Sql,
  organisationId: string,
  rows: readonly ManyRow[],
  found: readonly { readonly guestId: string; readonly created: boolean }[],
): Promise<Given[]> {
  const holders = await findHolders(
    tx,
    organisationId,
    rows.flatMap(({ identifiers }) => identifiers),
  )
  const claimed = new Map<string, { identifier: ReadIdentifier; guestId: string }>()
  let from = 0
  const given = rows.map(({ identifiers }, index): Given => {
    const { guestId, created } = found[index] as { guestId: string; created: boolean }
    const theirs = holders.slice(from, from + identifiers.length)
    from += identifiers.length
    if (theirs.some(one => one.guestId !== null && one.guestId !== guestId))
      throw new HoldersChanged('another guest has the identifier')
    const free = theirs.filter(one => one.guestId === null).map(({ identifier }) => identifier)
    for (const identifier of free) claimed.set(nameOf(identifier), { identifier, guestId })
    const all = theirs.map(({ identifier }) => identifier)
    return { all, added: created ? all : free }
  })
  if ((await addIdentifiers(tx, organisationId, [...claimed.values()])) < claimed.size)
    throw new HoldersChanged('an identifier was taken')
  return given
}
