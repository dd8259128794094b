import type { Mapping } from '@millrace/contract/connection-mapping'

/** With the list at another place; null: without one. undefined leaves it where it is. */
export function withList(mapping: Mapping, each: string | null | undefined): Mapping {
  if (each === undefined) return mapping
  const { each: _, ...rest } = mapping
  return each === null ? rest : { ...rest, each }
}
