import type { LockedPackage, Lockfile } from '../checks/lockfile-faults.ts'

export interface Component {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly scope: 'required' | 'optional'
  readonly purl: string
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly licenses?: readonly { readonly expression: string }[]
}

type Entry = LockedPackage & { dev?: boolean; optional?: boolean; devOptional?: boolean; license?: string }

/**
 * What production can install, as CycloneDX 1.5, from the lockfile. `npm sbom --omit dev` leaves out every package that a
 * development tool needs as well: of 205 it lacked 35, the driver of PostgreSQL among them.
 */
export function inventoryOf(lockfile: Lockfile, version: string) {
  const components = Object.entries(lockfile.packages as Record<string, Entry>)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev)
    .map(([path, entry]) => componentOf(path.slice(path.lastIndexOf('node_modules/') + 13), entry))
    // A package in two places is one component.
    .filter((one, index, all) => all.findIndex(other => other.purl === one.purl) === index)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `millrace@${version}`,
        name: 'millrace',
        version,
        licenses: [{ expression: 'Apache-2.0' }],
      },
    },
    components,
  }
}

function componentOf(name: string, { version = '', integrity, license, ...entry }: Entry): Component {
  // The at sign of a scope is encoded (package-url, rules for each purl component).
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: entry.optional || entry.devOptional ? 'optional' : 'required',
    purl,
    ...(integrity === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  }
}
