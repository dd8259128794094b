import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort, millrace } from './millrace-process.ts'

let folder: string

const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'millrace', folder])

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Only who may mount can have a disk that is small, or read-only for root as well. */
function mayMount(): boolean {
  folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'))
  const mounted = mount('size=1m').status === 0
  if (mounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return mounted
}

describe.skipIf(!mayMount())('a first start on a disk that', () => {
  afterEach(() => {
    execFileSync('umount', [folder])
  })

  test.each([
    ['is full', 'size=20m', 'is full: make room there'],
    ['is read-only', 'ro', 'Millrace cannot write to'],
  ])('%s ends with a sentence that says what to do', async (_, options, sentence) => {
    expect(mount(options).status).toBe(0)
    const ended = await millrace(['serve'], {
      MILLRACE_DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
    })
    expect(ended).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining(sentence) })
    expect(ended.stderr.trim().split('\n').at(-1)).toContain('set MILLRACE_DATA_DIR to')
    expect(ended.stderr).not.toMatch(/^\s+at /m)
  })
})
