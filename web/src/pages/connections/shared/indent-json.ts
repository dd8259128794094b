/** Longer ones are shown as they came: a page with many lines is slow, and nobody reads them. */
const LONGEST = 100_000

/**
 * JSON in one line, with a line for each value, for reading. Only spaces are added: reading and writing it again would change
 * long numbers and keys that occur twice, and this is what another system sent. Anything else stays as it is.
 */
export function indentJson(text: string): string {
  if (text.length > LONGEST || text.trim().includes('\n') || !isJson(text)) return text
  // Strings whole, so that nothing inside of one counts.
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:]/g) ?? []
  let depth = 0
  let shown = ''
  const newLine = () => `\n${'  '.repeat(depth)}`
  for (const [place, token] of tokens.entries()) {
    const before = tokens[place - 1] ?? ''
    const isEmpty = isOpening(before) && isClosing(token)
    if (isClosing(token)) depth -= 1
    if (!isEmpty && (isClosing(token) || isOpening(before) || before === ',')) shown += newLine()
    shown += token === ':' ? ': ' : token
    if (isOpening(token)) depth += 1
  }
  return shown
}

const isOpening = (token: string) => token === '{' || token === '['
const isClosing = (token: string) => token === '}' || token === ']'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
