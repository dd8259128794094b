import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'tests/artifacts/access')

/** One cell of the matrix: who asked for which operation, on something of whose. */
export interface Try {
  readonly operation: string
  /** As `editor of B`, or the scope of a key. */
  readonly caller: string
  readonly venue: 'own' | 'another' | 'any'
  readonly organisation: 'own' | 'another'
  readonly refused: boolean
}

/** A line of the table that `node scripts/access-matrix.ts` prints. */
export interface Counted {
  readonly test: string
  readonly caller: string
  readonly venue: Try['venue']
  readonly organisation: Try['organisation']
  readonly operations: number
  readonly tries: number
  readonly refused: number
}

/**
 * Counts what one test file has tried, each cell once, and keeps the counts for the table. The tests say what the
 * answer has to be; this is how many there were.
 */
export function countTries(test: string) {
  const tries = new Map<string, Try>()
  return {
    note(one: Try) {
      tries.set(JSON.stringify([one.operation, one.caller, one.venue, one.organisation]), one)
    },
    /** To be called last. Fails where docs/security.md promises more. */
    keep(): number {
      const lines = Map.groupBy(tries.values(), ({ caller, venue, organisation }) =>
        JSON.stringify([caller, venue, organisation]),
      )
      const counted = [...lines.values()].map((of): Counted => {
        const { caller, venue, organisation } = of[0] as Try
        return {
          ...{ test, caller, venue, organisation },
          operations: new Set(of.map(({ operation }) => operation)).size,
          tries: of.length,
          refused: of.filter(({ refused }) => refused).length,
        }
      })
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${test}.json`), JSON.stringify(counted))
      if (tries.size < promised(test))
        throw new Error(
          `docs/security.md promises ${promised(test)} tries of ${test}; there were ${tries.size}`,
        )
      return tries.size
    },
  }
}

/** What docs/security.md says of a test: a figure that is rounded down, so that a new operation leaves it true. */
function promised(test: string): number {
  const row = new RegExp(`^\\| \`tests/api/${test}\\.test\\.ts\` \\|.*\\| ([\\d,]+) \\|$`, 'm')
  const figure = row.exec(readFileSync(join(root, 'docs/security.md'), 'utf8'))?.[1]
  if (figure === undefined) throw new Error(`docs/security.md has no row for ${test} in its table of tries`)
  return Number(figure.replaceAll(',', ''))
}
