import { expect, test } from 'vitest'
import { readFiles, readVersions } from './read-facts.ts'
import { type ReleaseFacts, releaseFaults } from './release-faults.ts'

const ready: ReleaseFacts = {
  versions: { 'package.json': '1.2.0', 'sdk/package.json': '1.2.0' },
  changelog: '# Changelog\n\n## 1.2.0 (2026-11-20)\n\n- New.\n\n## 1.1.0 (2026-10-01)\n',
  apiVersion: '1',
  apiPaths: ['/v1/guests', '/livez', '/oauth/token'],
  deprecated: ['GET /v1/old'],
  policy: '| `GET /v1/old` | 2026-01-01 | 2027-01-01 | `GET /v1/new` |',
  clientTypes: { found: 'a', made: 'a' },
  images: { 'deploy/Containerfile': `FROM docker.io/library/node:24@sha256:${'0'.repeat(64)}\n` },
  changedFiles: [],
  tags: ['v1.1.0'],
  today: '2026-11-20',
}

test('a release with everything in step has no faults', () => {
  expect(releaseFaults(ready)).toEqual([])
})

test.each<[string, Partial<ReleaseFacts>, string]>([
  [
    'a version that lags behind',
    { versions: { ...ready.versions, 'server/package.json': '1.1.0' } },
    'server/package.json has version 1.1.0, and package.json has 1.2.0.',
  ],
  ['a version that is none', { versions: { 'package.json': '1.2' } }, 'it must be as 1.2.3'],
  [
    'changes that have no version yet',
    { changelog: `# Changelog\n\n## Unreleased\n\n- More.\n\n${ready.changelog}` },
    'its newest heading has to be "## 1.2.0 (2026-11-20)"',
  ],
  ['no changelog', { changelog: '' }, 'its newest heading has to be'],
  ['a date to come', { today: '2026-11-19' }, 'which is yet to come'],
  ['an address of another version', { apiPaths: ['/v1/a', '/v2/b'] }, 'of version 1, and has /v2/b'],
  ['a silent deprecation', { policy: '' }, 'does not say that GET /v1/old is deprecated'],
  ['a deprecation that nothing says of itself', { deprecated: [] }, 'and its route does not'],
  [
    'a deprecation that is in a hurry',
    { policy: ready.policy.replace('2027-01-01', '2026-12-31') },
    'GET /v1/old has to be there for a year',
  ],
  ['a date that is none', { policy: ready.policy.replace('2027-01-01', 'soon') }, 'for a year'],
  ['types of before', { clientTypes: { found: 'a', made: 'b' } }, 'cd sdk && npm run types'],
  [
    'an image by its tag alone',
    { images: { 'deploy/Containerfile': 'FROM docker.io/library/node:24\n' } },
    'Run: node scripts/release.ts --pin',
  ],
  ['files that are not committed', { changedFiles: ['README.md'] }, 'README.md'],
  ['a version that is out', { tags: ['v1.2.0'] }, 'v1.2.0 is released'],
])('%s is reported', (_what, changed, sentence) => {
  const faults = releaseFaults({ ...ready, ...changed })
  expect(faults.join('\n')).toContain(sentence)
})

test('every package of this repository has the same version, and the lockfile says so too', () => {
  const versions = readVersions()
  expect(Object.keys(versions).length).toBeGreaterThan(5)
  expect(new Set(Object.values(versions)).size).toBe(1)
})

test('of what is not decided at the time of a release, everything here is in step', () => {
  const facts = readFiles()
  const version = Object.values(facts.versions)[0]
  const changelog = `## ${version} (${facts.today})`
  expect(releaseFaults({ ...facts, changelog, images: {}, changedFiles: [], tags: [] })).toEqual([])
})
