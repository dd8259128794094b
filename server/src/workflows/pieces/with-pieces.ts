import type { Sql } from '#db/sql.ts'
import { type CompiledVersion, compileVersion } from '../compile.ts'
import { Recent } from '../recent.ts'
import { expandNodes } from './expand-pieces.ts'
import { newestVersions, readNamed } from './piece-rows.ts'

export interface NamingVersion {
  readonly organisationId: string
  /** Of the version, across organisations. */
  readonly id: string
  readonly version: CompiledVersion
}

/**
 * Versions of workflows with the newest content of the pieces that they name. Each is compiled again when one of its pieces
 * has a new version; what has to be asked every time is the numbers of those.
 */
export function createPieceVersions(bound: number) {
  const compiled = new Recent<string, CompiledVersion>(bound)

  return async (tx: Sql, naming: readonly NamingVersion[]): Promise<Map<string, CompiledVersion>> => {
    const unique = [...new Map(naming.map(one => [one.id, one])).values()]
    const names = unique.flatMap(({ organisationId, version }) =>
      version.needs.pieces.map(key => ({ organisationId, key })),
    )
    const numbers = (await newestVersions(tx, names)).values()
    const found = new Map<string, CompiledVersion>()
    for (const one of unique) {
      const at = one.version.needs.pieces.map(() => numbers.next().value)
      const name = `${one.id} ${at.join(' ')}`
      const version = compiled.get(name) ?? (await compileNow(tx, one))
      compiled.set(name, version)
      found.set(one.id, version)
    }
    return found
  }
}

async function compileNow(tx: Sql, { organisationId, version }: NamingVersion): Promise<CompiledVersion> {
  const { id, name, version: number, trigger, variables, exits, start, nodes, needs } = version
  const pieces = await readNamed(tx, organisationId, needs.pieces)
  const expanded = expandNodes([...nodes.values()], pieces)
  return compileVersion(id, name, number, {
    trigger,
    variables: [...variables],
    exits: [...exits],
    start,
    nodes: expanded,
  })
}
