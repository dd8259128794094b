import type { Variable } from '@millrace/contract/workflow'
import type { Fault } from './fault.ts'
import type { Part } from './read-parts.ts'

const LONGEST_SERIAL = 12

/** Two variables with the same name, and values of venues whose type differs from the default's. */
export function variableFaults(variables: readonly Part<Variable>[]): Fault[] {
  const seen = new Set<string>()
  return variables.flatMap(({ path, value: { key, value, venues } }) => {
    const faults: Fault[] = []
    if (seen.has(key)) faults.push({ path: `${path}.key`, message: `Two variables are called "${key}".` })
    seen.add(key)
    for (const [serial, own] of Object.entries(venues ?? {})) {
      if (serial === '' || serial.length > LONGEST_SERIAL) {
        const message = `"${serial}" is no serial of a venue: those have 1 to ${LONGEST_SERIAL} characters.`
        faults.push({ path: `${path}.venues`, message })
      } else if (value !== null && own !== null && typeof own !== typeof value) {
        const message = `The variable "${key}" is a ${typeof value}, but for the venue ${serial} a ${typeof own}.`
        faults.push({ path: `${path}.venues.${serial}`, message })
      }
    }
    return faults
  })
}
