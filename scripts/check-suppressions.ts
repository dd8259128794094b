// Proves that nothing in the code silences the linter or the compiler: docs/decisions/0013-which-lint-rules-are-off.md.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SILENCED = /biome-ignore(?:-all|-start)? (?:lint|assist)|@ts-(?:ignore|expect-error|nocheck)\b/

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const files = globSync('{contract,examples,scripts,sdk,server,tests,web}/**/*.{ts,tsx,mjs,css}', {
  cwd: root,
  exclude: path => /(^|\/)(node_modules|dist|artifacts)(\/|$)/.test(path),
}).sort()
const faults = files
  .filter(file => file !== 'scripts/check-suppressions.ts')
  .flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        SILENCED.test(line)
          ? [`${file}:${index + 1}  silences a check: change the code, or name the file in biome.json.`]
          : [],
      ),
  )
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
