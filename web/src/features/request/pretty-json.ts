const WIDEST = 64

/** Indented like JSON.stringify, but what fits on a line stays on one. */
export function prettyJson(value: unknown, indent = ''): string {
  const short = inOneLine(value)
  if (indent.length + short.length <= WIDEST || value === null || typeof value !== 'object') return short
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map(item => deeper + prettyJson(item, deeper)).join(',\n')}\n${indent}]`
  }
  const lines = Object.entries(value).map(
    ([key, item]) => `${deeper}${JSON.stringify(key)}: ${prettyJson(item, deeper)}`,
  )
  return `{\n${lines.join(',\n')}\n${indent}}`
}

function inOneLine(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  const parts = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inOneLine(item)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
