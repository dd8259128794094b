import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The clock is put in front of a process's own by a few lines of C. */
export const canJump = spawnSync('cc', ['--version']).status === 0

export interface JumpingClock {
  /** From now on the clock is off by this many seconds. */
  jump(seconds: number): void
  /** For the environment of a process that is to go by it. */
  readonly env: { readonly LD_PRELOAD: string; readonly JUMPING_CLOCK: string }
}

export function makeJumpingClock(folder: string): JumpingClock {
  const [library, clock] = [join(folder, 'clock.so'), join(folder, 'clock')]
  const source = join(import.meta.dirname, 'jumping-clock.c')
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'])
  writeFileSync(clock, Buffer.alloc(8))
  return {
    jump(seconds) {
      const offset = Buffer.alloc(8)
      offset.writeBigInt64LE(BigInt(seconds))
      // In place: who reads it has it mapped.
      writeFileSync(clock, offset, { flag: 'r+' })
    },
    env: { LD_PRELOAD: library, JUMPING_CLOCK: clock },
  }
}
