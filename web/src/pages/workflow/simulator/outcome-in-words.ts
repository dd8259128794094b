/** The result of a simulation in words. */

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(shown).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const plain = (path: string) => path.replaceAll('_', ' ')

/** The changes of a guest, field by field. */
export function changesInWords(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  prefix = '',
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(key => {
    const [was, is] = [before[key], after[key]]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    if (isObject(was) && isObject(is)) return changesInWords(was, is, `${prefix}${plain(key)} `)
    return [`${prefix}${plain(key)}: ${shown(was)} → ${shown(is)}`]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
