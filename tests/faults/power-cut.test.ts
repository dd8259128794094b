import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { SHARED_HOME } from '../../server/src/db/embedded/binaries.ts'
import { createHome } from '../../server/src/db/embedded/home.ts'
import { readOrCreatePassword } from '../../server/src/db/embedded/password.ts'
import { type DiskImage, makeDiskImage, mayMountImages } from '../support/disk-image.ts'

/** As PostgreSQL does all the time: it sends to the disk which files there are, but not their content. */
function syncAnother(folder: string): void {
  const file = openSync(join(folder, 'another'), 'w')
  fsyncSync(file)
  closeSync(file)
}

describe.skipIf(!mayMountImages())('a power cut right after the first start', () => {
  let disk: DiskImage
  let dataDir: string

  beforeEach(() => {
    disk = makeDiskImage(16)
    dataDir = join(disk.folder, 'new', 'data')
  })
  afterEach(() => disk.remove())

  const after = (name: string) => readFileSync(join(disk.cut(), 'new', 'data', name), 'utf8')

  test('leaves the master key that everything is sealed with', async () => {
    const { master } = await loadSecrets({ secret: undefined, dataDir, previousSecrets: [] })
    expect(after('secret').trim()).toBe(master.current)
    syncAnother(disk.folder)
    expect(after('secret').trim()).toBe(master.current)
  })

  test("leaves the database's password", () => {
    mkdirSync(dataDir, { recursive: true })
    const password = readOrCreatePassword(dataDir)
    expect(after('postgres-password').trim()).toBe(password)
  })

  test('leaves the name of the folder that the database is in', () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const home = createHome(dataDir, { name: 'another user', ids: { uid: 65_500, gid: 65_500 } })
    try {
      expect(join(SHARED_HOME, after('instance-id').trim())).toBe(home.path)
    } finally {
      rmSync(home.path, { recursive: true })
    }
  })

  test('is noticed by the same examination where a file is only written', () => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'secret'), 'a key that is nowhere but in memory\n', { flag: 'wx' })
    expect(existsSync(join(disk.cut(), 'new', 'data', 'secret'))).toBe(false)
    syncAnother(disk.folder)
    expect(after('secret')).toBe('')
  })
})
