/**
 * Does the top level of this JSON object name a key twice? JSON.parse would silently take the last one, and two
 * readers that disagree about which one counts are how credentials get smuggled past a proxy.
 * The text must be valid JSON already.
 */
export function hasRepeatedKeys(json: string): boolean {
  const keys = new Set<string>()
  const colon = /\s*:/y
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === '"') {
      const end = endOfString(json, at)
      // In valid JSON a string followed by a colon is a key.
      colon.lastIndex = end + 1
      if (depth === 1 && colon.test(json)) {
        const key = JSON.parse(json.slice(at, end + 1)) as string
        if (keys.has(key)) return true
        keys.add(key)
      }
      at = end
    }
  }
  return false
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
