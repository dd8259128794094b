import { readFileSync } from 'node:fs'
import { Failure } from '../terminal/failure.ts'

const STDIN = 0

/** The JSON of a file, or of stdin for `-`. */
export function readJsonFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path === '-' ? STDIN : path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure(`${path} is not JSON: ${(error as Error).message}`)
  }
}
