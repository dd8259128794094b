import type { Operation } from './operation.ts'

/** Operations by name. */
export type Catalogue = Readonly<Record<string, Operation>>

type Joined<Areas extends readonly Catalogue[]> = Areas extends readonly [
  infer First,
  ...infer Rest extends readonly Catalogue[],
]
  ? First & Joined<Rest>
  : unknown

/** Joins the operations of several areas. A name or an address that is used twice is an error. */
export function catalogue<const Areas extends readonly Catalogue[]>(...areas: Areas): Joined<Areas> {
  const all: Record<string, Operation> = {}
  const addresses = new Set<string>()
  for (const [name, operation] of areas.flatMap(area => Object.entries(area))) {
    const address = `${operation.method} ${operation.path}`
    if (all[name] !== undefined) throw new Error(`Two operations are called ${name}.`)
    if (addresses.has(address)) throw new Error(`Two operations are at ${address}.`)
    all[name] = operation
    addresses.add(address)
  }
  return Object.freeze(all) as Joined<Areas>
}
