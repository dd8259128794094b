import type { Mapping } from '@millrace/contract/connection-mapping'

export type Identifier = Mapping['guest']['identifiers'][number]

export const identifierName = (place: number): string => `guest.identifiers.${place}.value`

/** The identifier that a field of the mapping belongs to. */
export function identifierOf(mapping: Mapping, name: string): { place: number; one: Identifier } | undefined {
  const place = mapping.guest.identifiers.findIndex((_, at) => identifierName(at) === name)
  const one = mapping.guest.identifiers[place]
  return one && { place, one }
}

/** With an identifier tried at another place. */
export function moved(mapping: Mapping, from: number, to: number): Mapping {
  const { identifiers } = mapping.guest
  const one = identifiers[from]
  if (one === undefined || to < 0 || to >= identifiers.length) return mapping
  return withIdentifiers(mapping, identifiers.toSpliced(from, 1).toSpliced(to, 0, one))
}

/** The system whose id it is; blank: the guest's own id. */
export function withSystem(mapping: Mapping, place: number, system: string): Mapping {
  const identifiers = mapping.guest.identifiers.map((one, at) => {
    if (at !== place) return one
    const { system: _, ...rest } = one
    return system === '' ? rest : { ...rest, system }
  })
  return withIdentifiers(mapping, identifiers)
}

const withIdentifiers = (mapping: Mapping, identifiers: Identifier[]): Mapping => ({
  ...mapping,
  guest: { ...mapping.guest, identifiers },
})
