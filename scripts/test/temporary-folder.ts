import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PREFIX = 'millrace-run-'

/**
 * Everything that the tests put into the system's temporary folder goes into one separate folder, so that nothing is
 * left behind however they end. The next run cleans up after one that was killed.
 */
export async function withTemporaryFolder<T>(
  work: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  for (const name of readdirSync(parent)) {
    if (isAbandoned(name)) await clearUp(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  // Run as root, PostgreSQL is another user and has to enter it.
  chmodSync(folder, 0o755)
  try {
    return await work(folder)
  } finally {
    await remove(folder)
  }
}

function isAbandoned(name: string): boolean {
  const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
  if (Number.isNaN(pid)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Another run's folder must not stop the tests: a folder that cannot be removed stays, and is reported. */
async function clearUp(folder: string): Promise<void> {
  unmountBelow(folder)
  await remove(folder).catch(error =>
    process.stderr.write(`An earlier run left ${folder}, which cannot be removed: ${error.message}\n`),
  )
}

/** Tests of full and read-only disks mount disks. A killed test leaves its disk, and a mount point cannot be removed. */
function unmountBelow(folder: string): void {
  for (const mount of mounts()) {
    if (mount.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', mount])
  }
}

function mounts(): string[] {
  try {
    const lines = readFileSync('/proc/self/mounts', 'utf8').split('\n')
    return lines.flatMap(line => line.split(' ')[1] ?? [])
  } catch {
    // Not Linux: these tests are skipped there.
    return []
  }
}

/** After Ctrl-C a server may still write its last lines while its folder is removed. */
async function remove(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (attempt === 50) throw error
      await sleep(100)
    }
  }
}
