import { builtinModules } from 'node:module'
import { posix } from 'node:path'

export type Layers = readonly (readonly string[])[]

export interface Workspace {
  /** The order of the folders in its `src`. */
  layers: Layers
  /** The order inside folders with subfolders, by their path. Where it is given, it has to list each of them. */
  rooms?: Readonly<Record<string, Layers>>
  dependencies: string[]
}

export interface Rules {
  server: Workspace
  web: Workspace
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
      ? serverFault(rules.server, found)
      : workspace === 'contract'
        ? contractFault(found)
        : webFault(rules.web, found)
  return fault ? [`${found.file}:${found.line}  ${fault}`] : []
}

function serverFault(server: Workspace, found: FoundImport): string | undefined {
  const target = localTarget(found)
  if (target === undefined) {
    return isBuiltin(found) ? undefined : packageFault('server', server, found)
  }
  if (isTest(found.file) && target.startsWith('tests/support/')) return undefined
  if (!target.startsWith('server/src/')) {
    return `server → ${target}: the server uses what is in server/src only; move it there.`
  }
  return orderFault('server', server, found.file, target)
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

function webFault(web: Workspace, found: FoundImport): string | undefined {
  const target = localTarget(found)
  const reachesOut =
    target === undefined
      ? packageOf(found.specifier) === 'millrace'
      : !target.startsWith('web/src/') || found.specifier.startsWith('#')
  if (reachesOut) {
    return `web → ${target ?? found.specifier}: the dashboard knows the contract only; move what both need to contract/.`
  }
  if (target !== undefined) return orderFault('web', web, found.file, target)
  return isBuiltin(found) && isTest(found.file) ? undefined : packageFault('web', web, found)
}

function packageFault(name: string, { dependencies }: Workspace, found: FoundImport): string | undefined {
  const wanted = packageOf(found.specifier)
  if (dependencies.includes(wanted) || (isTest(found.file) && TESTING.includes(wanted))) return undefined
  return `${name} → ${wanted}: not a dependency of ${name}/package.json; declare it there or do without it.`
}

/** Compares the two paths where they differ, in the order of the folder that contains both. */
function orderFault(name: string, workspace: Workspace, file: string, target: string): string | undefined {
  const from = file.split('/').slice(2)
  const to = target.split('/').slice(2)
  const parting = from.findIndex((part, at) => part !== to[at])
  // Files beside folders belong together like the files of a folder.
  if (parting === -1 || (parting === from.length - 1 && parting === to.length - 1)) return undefined
  const parent = from.slice(0, parting).join('/')
  if (parent !== '' && workspace.rooms === undefined) return undefined
  const order = parent === '' ? workspace.layers : workspace.rooms?.[parent]
  // The server's folders get their order one by one, and a test there may use any folder beside its own.
  if (name === 'server' && parent !== '' && (order === undefined || isTest(file))) return undefined
  if (order === undefined) {
    return `${from.join('/')} → ${to.join('/')}: the folders of ${parent} have no order yet; give them one in ${name}/layers.ts.`
  }
  return placesFault(
    `${name}/layers.ts`,
    order,
    roomAt(order, from, parting),
    roomAt(order, to, parting),
    parent,
  )
}

function placesFault(
  where: string,
  order: Layers,
  from: string,
  to: string,
  parent: string,
): string | undefined {
  const place = placeOf(order, from)
  const targetPlace = placeOf(order, to)
  const arrow = parent === '' ? `${from} → ${to}` : `${parent}: ${from} → ${to}`
  if (place === -1 || targetPlace === -1) {
    return `${arrow}: ${place === -1 ? from : to} has no place yet; give it one in ${where}.`
  }
  if (targetPlace > place) return undefined
  const why =
    targetPlace === place ? 'they share a place and may not know each other' : 'it points to the left'
  return `${arrow}: ${why}; move what both need to a folder on the right of both, or hand it in as a parameter.`
}

/** A file beside folders has its own position in the order, such as `main`, or the shared one, `.`. */
function roomAt(order: Layers, path: readonly string[], at: number): string {
  const part = path[at] ?? ''
  if (at < path.length - 1) return part
  const name = part.replace(/\..*$/, '')
  return placeOf(order, name) === -1 && placeOf(order, '.') !== -1 ? '.' : name
}

/** The path from the root for an import of a file, or undefined for a package. */
function localTarget({ file, specifier }: FoundImport): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (specifier.startsWith('#')) return `${file.split('/')[0]}/src/${specifier.slice(1)}`
  return undefined
}

const placeOf = (order: Layers, room: string) => order.findIndex(place => place.includes(room))
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)
const isBuiltin = ({ specifier }: FoundImport) =>
  specifier.startsWith('node:') || builtinModules.includes(specifier)
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
