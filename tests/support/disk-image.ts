import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in a file. The file has what reached the disk; what is only in memory is not in it. */
export interface DiskImage {
  readonly folder: string
  /** The disk as a power cut at this moment would leave it, mounted in another folder. */
  cut(): string
  remove(): void
}

export function makeDiskImage(megabytes: number): DiskImage {
  const outer = mkdtempSync(join(tmpdir(), 'millrace-image-'))
  const image = join(outer, 'disk')
  const folder = join(outer, 'mounted')
  const mounted: string[] = []
  const mount = (file: string, at: string) => {
    mkdirSync(at)
    execFileSync('mount', ['-o', 'loop', file, at], { stdio: 'pipe' })
    mounted.push(at)
  }
  execFileSync('truncate', ['-s', `${megabytes}M`, image])
  execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' })
  mount(image, folder)
  return {
    folder,
    cut() {
      const number = mounted.length
      copyFileSync(image, join(outer, `cut-${number}`))
      mount(join(outer, `cut-${number}`), join(outer, `after-${number}`))
      return join(outer, `after-${number}`)
    },
    remove() {
      for (const at of mounted.reverse()) execFileSync('umount', ['--lazy', at])
      rmSync(outer, { recursive: true })
    },
  }
}

/** Only who may mount a file can have its power cut. */
export function mayMountImages(): boolean {
  if (spawnSync('mkfs.ext4', ['-V']).status !== 0) return false
  try {
    makeDiskImage(8).remove()
    return true
  } catch {
    return false
  }
}
