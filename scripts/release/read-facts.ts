import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { health } from '@millrace/contract/operations/health'
import { oauth } from '@millrace/contract/operations/oauth'
import type { Operation } from '@millrace/contract/operations/operation'
import { v1 } from '@millrace/contract/operations/v1'
import { writtenFiles } from '../../sdk/scripts/formatted-types.ts'
import { info } from '../../server/src/http/openapi.ts'
import type { ReleaseFacts } from './release-faults.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const json = (path: string) => JSON.parse(read(path))
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Where images of other people are named. */
export const imageFiles = ['deploy/Containerfile', 'deploy/compose.yaml'] as const

export type GitFacts = Pick<ReleaseFacts, 'changedFiles' | 'tags'>

/** What the files say. */
export function readFiles(): Omit<ReleaseFacts, keyof GitFacts> {
  return {
    versions: readVersions(),
    changelog: read('CHANGELOG.md'),
    ...readApi(),
    policy: read('docs/versions.md'),
    clientTypes: {
      found: writtenFiles.map(({ file }) => readFileSync(file, 'utf8')).join(''),
      made: writtenFiles.map(({ content }) => content()).join(''),
    },
    images: Object.fromEntries(imageFiles.map(file => [file, read(file)])),
    today: new Date().toISOString().slice(0, 10),
  }
}

/** What git says; a copy without its history cannot be released. */
export const readGit = (): GitFacts => ({
  changedFiles: git('status', '--porcelain').map(line => line.slice(3)),
  tags: git('tag'),
})

/** The lockfile has a copy of each workspace's version, which npm updates. */
export function readVersions(): Record<string, string> {
  const { workspaces } = json('package.json') as { workspaces: string[] }
  const { packages } = json('package-lock.json') as { packages: Record<string, { version: string }> }
  const manifests = ['package.json', ...workspaces.map(folder => `${folder}/package.json`)]
  return Object.fromEntries([
    ...manifests.map(path => [path, json(path).version]),
    ...['', ...workspaces].map(folder => [
      `package-lock.json, "${folder}",`,
      packages[folder]?.version ?? 'none',
    ]),
  ])
}

function readApi(): Pick<ReleaseFacts, 'apiVersion' | 'apiPaths' | 'deprecated'> {
  const operations: readonly Operation[] = [oauth, v1, health].flatMap(catalogue => Object.values(catalogue))
  return {
    apiVersion: info.version,
    apiPaths: operations.map(({ path }) => path),
    deprecated: operations
      .filter(({ deprecated }) => deprecated)
      .map(({ method, path }) => `${method} ${path}`),
  }
}
