// Proves that imports only point to the right, in the order of server/layers.ts and web/layers.ts, and that the
// workspaces stay separate.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importsOf } from './checks/imports.ts'
import { layerFaults, type Workspace } from './checks/layer-faults.ts'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const rules = { server: await workspace('server'), web: await workspace('web') }

const files = globSync('{server,contract,web}/src/**/*.{ts,tsx}', { cwd: root }).sort()
const faults = files.flatMap(file => {
  const imports = importsOf(readFileSync(join(root, file), 'utf8'))
  return imports.flatMap(found => layerFaults(rules, { file, ...found }))
})
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0

async function workspace(name: string): Promise<Workspace> {
  const { layers, rooms } = await import(pathToFileURL(join(root, name, 'layers.ts')).href)
  const { dependencies } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
  return { layers, rooms, dependencies: Object.keys(dependencies) }
}
