const names = new Map<string, string>()

/**
 * Statements with parameters are prepared, once on each connection, under a name derived from their text: the texts
 * are constant, so there are a few dozen of them, and the same ones are sent repeatedly. Planning them each time was
 * a quarter of the database's work for a batch of events.
 */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `millrace_${names.size}`
    names.set(text, name)
  }
  return name
}
