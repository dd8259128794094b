const names = new Map<string, string>()

/**
 * Statements with parameters are prepared, once on each connection, under a name derived from their text: the texts
 * are constant, so there are a few dozen of them, and the same ones are sent repeatedly. Planning them each time was
 * a quarter of the database's work for a batch of events. undefined: the text is not constant.
 */
export function statementName(text: string): string | undefined {
  if (text.startsWith(VARIED)) return undefined
  let name = names.get(text)
  if (name === undefined) {
    name = `millrace_${names.size}`
    names.set(text, name)
  }
  return name
}

const VARIED = '/* varied */ '

/** For a text that is composed from what people have written: to prepare each would fill the memory of both sides. */
export const varied = (text: string): string => VARIED + text
