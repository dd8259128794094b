/** What stands for anything in a document: a value, a part of a line, or, as the name of a field, all other fields. */
const ANYTHING = '…'

/** Where an answer is not as a document says, in words; undefined when it is. */
export function differs(documented: unknown, found: unknown, at = 'the answer'): string | undefined {
  if (documented === ANYTHING) return undefined
  if (Array.isArray(documented)) return differsAsList(documented, found, at)
  if (typeof documented === 'object' && documented !== null) return differsAsObject(documented, found, at)
  if (typeof documented === 'string' && typeof found === 'string') return differsAsText(documented, found, at)
  return documented === found
    ? undefined
    : `${at} is ${JSON.stringify(found)}, not ${JSON.stringify(documented)}`
}

function differsAsList(documented: readonly unknown[], found: unknown, at: string): string | undefined {
  if (!Array.isArray(found)) return `${at} is no list`
  if (found.length !== documented.length) return `${at} has ${found.length} entries, not ${documented.length}`
  return firstOf(documented.map((entry, index) => differs(entry, found[index], `${at}.${index}`)))
}

function differsAsObject(documented: object, found: unknown, at: string): string | undefined {
  if (typeof found !== 'object' || found === null) return `${at} is no object`
  const { [ANYTHING]: others, ...named } = documented as Record<string, unknown>
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

export function differsAsText(documented: string, found: string, at = 'the answer'): string | undefined {
  const pattern = documented
    .split(ANYTHING)
    .map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(found)
    ? undefined
    : `${at} is\n${found}\nwhere the document has\n${documented}`
}

const firstOf = (faults: readonly (string | undefined)[]) => faults.find(fault => fault !== undefined)
