import type { Mapping } from '@millrace/contract/connection-mapping'
import type { Way } from './way.ts'

/** What a delivery has at the end of a way. */
export const valueAt = (document: unknown, way: Way): unknown =>
  way.reduce<unknown>((value, part) => (value as Record<string | number, unknown> | null)?.[part], document)

/** The state that was pointed at is the first that counts, where none was chosen yet. */
export function withState(mapping: Mapping, state: unknown): Mapping {
  const { became } = mapping
  const isOne = typeof state === 'string' || typeof state === 'number' || typeof state === 'boolean'
  if (became === undefined || became.one_of.length > 0 || !isOne) return mapping
  return { ...mapping, became: { ...became, one_of: [state] } }
}
