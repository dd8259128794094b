/** The field that counts events, up to the source. */
export const EVENTS = 'guest.events.'

/** The rest of a field that counts events: "till.last_60_days". What was typed stays as it is. */
export const countKey = (source: string, days: string): string => `${source}.last_${days}_days`

export function countOf(key: string): { source: string; days: string } {
  const found = /^(.*)\.last_(.*)_days$/s.exec(key)
  return found === null
    ? { source: key, days: '30' }
    : { source: found[1] as string, days: found[2] as string }
}
