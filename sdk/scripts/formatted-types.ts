import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { declareOperations, declareTypes } from './declare-types.ts'

const biome = join(import.meta.dirname, '../../node_modules/.bin/biome')

const written = (name: string, declare: () => string) => {
  const file = join(import.meta.dirname, '../src', name)
  return { file, content: () => formatted(file, declare()) }
}

/** The files of the client that follow from the contract, and what they have to hold. */
export const writtenFiles = [written('types.ts', declareTypes), written('operations.ts', declareOperations)]

/** As everything else is. */
function formatted(file: string, input: string): string {
  const { status, stdout, stderr } = spawnSync(biome, ['check', '--write', '--stdin-file-path', file], {
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${file} could not be formatted: ${stderr}`)
  return stdout
}
