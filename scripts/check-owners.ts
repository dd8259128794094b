// Proves that every table has one owner, and that only its owner's files write it: see server/owners.ts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownerFaults, tableFaults } from './checks/owner-faults.ts'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const { owners } = await import(pathToFileURL(join(root, 'server/owners.ts')).href)
const schema = readFileSync(join(root, 'server/schema.sql'), 'utf8')

const files = globSync('server/src/**/*.ts', { cwd: root }).sort()
const faults = [
  ...tableFaults(owners, schema),
  ...files.flatMap(file => ownerFaults(owners, file, readFileSync(join(root, file), 'utf8'))),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
