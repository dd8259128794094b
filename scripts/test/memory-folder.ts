import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

/** Names a folder in memory to the tests. */
export const MEMORY_VARIABLE = 'MILLRACE_TEST_MEMORY'

const FOLDER = '/dev/shm'
/** Ten times what the databases of a whole run have taken at once. */
const ENOUGH = 8 * 1024 ** 3

/**
 * Where files are in memory, if there is plenty of it. The test files share one PostgreSQL, and none of them asks for its
 * durability: tests of power cuts, full disks and kills of PostgreSQL have separate servers on a disk. 359 tests of the API
 * took 51 s with the shared one on a disk, and 45 s in memory.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    return Math.min(bavail * bsize, freemem()) > ENOUGH ? FOLDER : undefined
  } catch {
    return undefined
  }
}
