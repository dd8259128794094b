import type { Faults } from '../refusal.ts'
import { addFault } from './faults.ts'

/**
 * What a JSON Schema cannot say of text and numbers: text that PostgreSQL, or anyone, could not store as it is,
 * and integers that lost digits when they were read.
 */
export function unstorableFaults(value: unknown, path: string, faults: Faults): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) addFault(faults, path, 'must be well-formed Unicode text')
    if (value.includes('\0')) addFault(faults, path, 'must not contain the NUL character')
  } else if (typeof value === 'number') {
    // json-text.ts makes sure that 2^53 itself was not rounded to.
    if (!(Math.abs(value) <= 2 ** 53)) {
      addFault(faults, path, 'must be a number of at most 2^53; send larger ones as a string')
    }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) unstorableFaults(item, join(path, String(index)), faults)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      if (!key.isWellFormed() || key.includes('\0')) {
        addFault(faults, path || 'body', 'has a key that is not well-formed text')
      } else unstorableFaults(item, join(path, key), faults)
    }
  }
}

const join = (path: string, part: string) => (path === '' ? part : `${path}.${part}`)
