import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import type { CpuProfile } from './hottest.ts'

const FOLDER = join(import.meta.dirname, '../../artifacts/profiles')

/** For the environment of a process whose profile is wanted: Node writes it when the process ends. */
export const profiled = () => (wanted ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${FOLDER}` } : {})
let wanted = false

/**
 * Runs a benchmark with profiles of everything of ours that it measures: the servers that it starts, or this process where
 * it starts none. Returns the files.
 */
export async function recordProfiles(id: string, work: () => Promise<unknown>): Promise<string[]> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  wanted = true
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  wanted = false
  const ofServers = globSync(join(FOLDER, '*.cpuprofile')).sort()
  if (ofServers.length > 0) return ofServers
  const file = join(FOLDER, `${id}.cpuprofile`)
  writeFileSync(file, JSON.stringify(profile satisfies CpuProfile))
  return [file]
}
