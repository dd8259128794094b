import { type ReadIdentifier, readIdentifier } from '#guests/identifiers/identifier.ts'
import type { Cell, ReadCell } from './cell.ts'
import type { IdentifyingTarget } from './columns.ts'

export function readIdentifierCell(
  cell: Cell,
  target: IdentifyingTarget,
  country: string | null,
): ReadCell<ReadIdentifier> {
  const value = String(cell).trim()
  const system = target.kind === 'external_id' && target.system !== '' ? { system: target.system } : {}
  const longest = target.kind === 'email' ? 254 : 200
  if (value.length > longest) return { fault: `must have at most ${longest} characters` }
  const reading = readIdentifier({ type: target.kind, value, ...system }, country)
  return reading.kind === 'read' ? { value: reading.identifier } : { fault: reading.sentence }
}

/** In which order identifiers are tried: the ids of systems are exact, and families share phones. */
const places = { external_id: 0, email: 1, phone: 2 } as const

export const inOrder = (identifiers: readonly ReadIdentifier[]): ReadIdentifier[] =>
  identifiers.toSorted((a, b) => places[a.type] - places[b.type])
