/** What stands for anything in a document: a value, a part of a line, or, as the name of a field, all other fields. */
const ANYTHING = '…'

/** Where an answer is not as a document tells it, in words; undefined when it is. */
export function differs(told: unknown, found: unknown, at = 'the answer'): string | undefined {
  if (told === ANYTHING) return undefined
  if (Array.isArray(told)) return differsAsList(told, found, at)
  if (typeof told === 'object' && told !== null) return differsAsObject(told, found, at)
  if (typeof told === 'string' && typeof found === 'string') return differsAsText(told, found, at)
  return told === found ? undefined : `${at} is ${JSON.stringify(found)}, not ${JSON.stringify(told)}`
}

function differsAsList(told: readonly unknown[], found: unknown, at: string): string | undefined {
  if (!Array.isArray(found)) return `${at} is no list`
  if (found.length !== told.length) return `${at} has ${found.length} entries, not ${told.length}`
  return firstOf(told.map((entry, index) => differs(entry, found[index], `${at}.${index}`)))
}

function differsAsObject(told: object, found: unknown, at: string): string | undefined {
  if (typeof found !== 'object' || found === null) return `${at} is no object`
  const { [ANYTHING]: others, ...named } = told as Record<string, unknown>
  const unknown = Object.keys(found).filter(key => !(key in named))
  if (others === undefined && unknown.length > 0) return `${at} also has ${unknown.join(', ')}`
  return firstOf(
    Object.entries(named).map(([key, value]) =>
      key in found
        ? differs(value, (found as Record<string, unknown>)[key], `${at}.${key}`)
        : `${at} has no ${key}`,
    ),
  )
}

export function differsAsText(told: string, found: string, at = 'the answer'): string | undefined {
  const pattern = told
    .split(ANYTHING)
    .map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(found)
    ? undefined
    : `${at} is\n${found}\nwhere the document has\n${told}`
}

const firstOf = (faults: readonly (string | undefined)[]) => faults.find(fault => fault !== undefined)
