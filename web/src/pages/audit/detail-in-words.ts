/** The parts of an entry's detail as names and values. Parts of a part have both names; what is not set is left out. */
export function detailInWords(detail: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(detail).flatMap(([name, value]) => partsOf(name.replaceAll('_', ' '), value))
}

function partsOf(name: string, value: unknown): { name: string; value: string }[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value) && value.every(item => typeof item !== 'object'))
    return value.length === 0 ? [] : [{ name, value: value.join(', ') }]
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([part, item]) =>
      partsOf(`${name} ${part.replaceAll('_', ' ')}`, item),
    )
  return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }]
}
