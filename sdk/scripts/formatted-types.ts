import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { declareTypes } from './declare-types.ts'

export const typesFile = join(import.meta.dirname, '../src/types.ts')

const biome = join(import.meta.dirname, '../../node_modules/.bin/biome')

/** What src/types.ts has to hold, formatted as everything else is. */
export function formattedTypes(): string {
  const { status, stdout, stderr } = spawnSync(biome, ['format', '--stdin-file-path', typesFile], {
    input: declareTypes(),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The types could not be formatted: ${stderr}`)
  return stdout
}
