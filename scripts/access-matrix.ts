// Prints the matrix of access: operation × caller × venue × organisation, as the tests have last tried it.
//
//   npm test -- dashboard-roles dashboard-reach dashboard-isolation management-isolation api/isolation key-scopes key-reach
//   node scripts/access-matrix.ts
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counted } from '../tests/support/access-tries.ts'

const root = join(import.meta.dirname, '..')
const counted = globSync('tests/artifacts/access/*.json', { cwd: root })
  .sort()
  .flatMap(path => JSON.parse(readFileSync(join(root, path), 'utf8')) as Counted[])
if (counted.length === 0) {
  process.stderr.write('Nothing has been tried here yet. Run npm test -- --only api first.\n')
  process.exit(1)
}
const heads = ['test', 'caller', 'venue', 'organisation', 'operations', 'tries', 'refused'] as const
const sum = (of: 'tries' | 'refused') => counted.reduce((total, line) => total + line[of], 0)
const rows = [
  [...heads],
  ...counted.map(line => heads.map(head => String(line[head]))),
  ['total', '', '', '', '', String(sum('tries')), String(sum('refused'))],
]
const widths = heads.map((_, place) => Math.max(...rows.map(row => (row[place] as string).length)))
for (const row of rows)
  process.stdout.write(
    `${row
      .map((cell, place) => cell.padEnd(widths[place] as number))
      .join('  ')
      .trimEnd()}\n`,
  )
