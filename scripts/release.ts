// Says whether everything is in step for a release, and if not, what is not:
//
//   node scripts/release.ts                    changes nothing
//   node scripts/release.ts --pin              asks the registries for the digests of base images, and writes them into deploy/
//   node scripts/release.ts --write FOLDER     also writes what is published: source, client, SBOM and SHA256SUMS
//
// Version numbers are explained in docs/versions.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { digestAt, imagesIn, pinned } from './release/images.ts'
import { imageFiles, readFiles, readGit } from './release/read-facts.ts'
import { releaseFaults } from './release/release-faults.ts'
import { writeArtifacts } from './release/write-artifacts.ts'

const { write, pin } = parseArgs({ options: { write: { type: 'string' }, pin: { type: 'boolean' } } }).values
if (pin === true) await pinImages()
const facts = { ...readFiles(), ...readGit() }
const faults = [...releaseFaults(facts), ...['check-lockfile', 'check-schema'].flatMap(faultsOf)]
for (const fault of faults) process.stderr.write(`✗ ${fault}\n`)
const version = facts.versions['package.json'] ?? ''
if (faults.length === 0) {
  if (write !== undefined) process.stdout.write(`${writeArtifacts(resolve(write), version).join('\n')}\n`)
  process.stdout.write(`${nextSteps(version)}\n`)
}
process.exitCode = faults.length === 0 ? 0 : 1

async function pinImages(): Promise<void> {
  for (const file of imageFiles) {
    const path = join(import.meta.dirname, '..', file)
    const text = readFileSync(path, 'utf8')
    const digests = new Map<string, string>()
    for (const image of imagesIn(text)) {
      const key = `${image.name}:${image.tag}`
      if (!digests.has(key)) digests.set(key, await digestAt(image))
    }
    writeFileSync(
      path,
      pinned(text, ({ name, tag }) => digests.get(`${name}:${tag}`) as string),
    )
    for (const [image, digest] of digests) process.stdout.write(`${file}: ${image} is ${digest}\n`)
  }
}

/** The checks of `npm test` that a release depends on. */
function faultsOf(check: string): string[] {
  const script = join(import.meta.dirname, `${check}.ts`)
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return status === 0 ? [] : stderr.split('\n').filter(Boolean)
}

function nextSteps(version: string): string {
  return [
    `Everything is in step for ${version}. Once \`npm test\` has passed:`,
    `  git tag -a v${version} -m 'Millrace ${version}' && git push --follow-tags`,
    // Scripts are off in .npmrc, and this one builds the package.
    '  npm publish --workspace sdk --ignore-scripts=false',
  ].join('\n')
}
