import { t } from '../../language/words.ts'

/**
 * The parts of an entry's detail as names and values. Parts of a part have both names; what is not set is left out. Venues are
 * shown by their names.
 */
export function detailInWords(
  detail: Readonly<Record<string, unknown>>,
  venueName: (serial: string) => string,
): { name: string; value: string }[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    if (name === 'serial' && typeof value === 'string') return [{ name: t`venue`, value: venueName(value) }]
    if (name === 'serials' && Array.isArray(value))
      return partsOf(
        t`venues`,
        value.map(serial => venueName(String(serial))),
      )
    return partsOf(name.replaceAll('_', ' '), value)
  })
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
