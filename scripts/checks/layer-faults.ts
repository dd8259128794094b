import { builtinModules } from 'node:module'
import { posix } from 'node:path'

export interface Rules {
  layers: readonly (readonly string[])[]
  serverDependencies: string[]
}

export interface FoundImport {
  file: string
  line: number
  specifier: string
}

const TESTING = ['vitest', 'fast-check']

export function layerFaults(rules: Rules, found: FoundImport): string[] {
  const workspace = found.file.split('/')[0]
  const fault =
    workspace === 'server'
      ? serverFault(rules, found)
      : workspace === 'contract'
        ? contractFault(found)
        : webFault(found)
  return fault ? [`${found.file}:${found.line}  ${fault}`] : []
}

function serverFault(rules: Rules, found: FoundImport): string | undefined {
  const target = localTarget(found)
  if (target === undefined) return serverPackageFault(rules, found)
  if (isTest(found.file) && target.startsWith('tests/support/')) return undefined
  if (!target.startsWith('server/src/')) {
    return `server → ${target}: the server uses what is in server/src only; move it there.`
  }
  const from = folderOf(found.file)
  const to = folderOf(target)
  // The files that stand beside the folders are together like the files of a folder.
  if (from === to || (isBesideFolders(found.file) && isBesideFolders(target))) return undefined
  const place = placeOf(rules, from)
  const targetPlace = placeOf(rules, to)
  if (place === -1 || targetPlace === -1) {
    return `${from} → ${to}: ${place === -1 ? from : to} has no place yet; give it one in server/layers.ts.`
  }
  if (targetPlace > place) return undefined
  const why =
    targetPlace === place ? 'they share a place and may not know each other' : 'it points to the left'
  return `${from} → ${to}: ${why}; move what both need to a folder on the right of both, or hand it in as a parameter.`
}

function serverPackageFault(rules: Rules, found: FoundImport): string | undefined {
  const name = packageOf(found.specifier)
  if (isBuiltin(found.specifier) || rules.serverDependencies.includes(name)) return undefined
  if (isTest(found.file) && TESTING.includes(name)) return undefined
  return `server → ${name}: not a dependency of server/package.json; declare it there or do without it.`
}

function contractFault(found: FoundImport): string | undefined {
  const target = localTarget(found)
  const allowed =
    target === undefined
      ? packageOf(found.specifier) === 'typebox' || (isTest(found.file) && TESTING.includes(found.specifier))
      : target.startsWith('contract/src/')
  if (allowed) return undefined
  return `contract → ${found.specifier}: the contract runs anywhere and uses typebox only; move this out of contract/.`
}

function webFault(found: FoundImport): string | undefined {
  const target = localTarget(found)
  const reachesOut =
    target === undefined ? packageOf(found.specifier) === 'millrace' : !target.startsWith('web/')
  if (!reachesOut && !found.specifier.startsWith('#')) return undefined
  return `web → ${target ?? found.specifier}: the dashboard knows the contract only; move what both need to contract/.`
}

/** The path from the root for an import of a file, or undefined for a package. */
function localTarget({ file, specifier }: FoundImport): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (specifier.startsWith('#')) return `${file.split('/')[0]}/src/${specifier.slice(1)}`
  return undefined
}

/** A file beside the folders, such as `main.ts`, has a place of its own in the order. */
function folderOf(path: string): string {
  return (path.split('/')[2] ?? '').replace(/(\.test)?\.ts$/, '')
}

const isBesideFolders = (path: string) => path.split('/').length === 3
const placeOf = (rules: Rules, folder: string) => rules.layers.findIndex(place => place.includes(folder))
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)
const isBuiltin = (specifier: string) => specifier.startsWith('node:') || builtinModules.includes(specifier)
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
