const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** The two greatest parts: 3 d 2 h. */
export function lengthInWords(ms: number): string {
  const first = units.findIndex(([, length]) => ms >= length)
  if (first < 0) return '0 ms'
  let left = ms
  const parts = units.slice(first, first + 2).map(([unit, length]) => {
    const amount = Math.floor(left / length)
    left %= length
    return amount === 0 ? '' : `${amount} ${unit}`
  })
  return parts.filter(Boolean).join(' ')
}
