/** An integrator's newer client must not break here, but its unknown fields are named. */
export function ignoredFields(body: object, known: readonly string[]): string[] {
  const ignored = Object.keys(body).filter(field => !known.includes(field))
  return ignored.slice(0, 20).map(field => `The field "${storable(field)}" is not known and was ignored.`)
}

/** Cut short, and without what PostgreSQL could not store: half a character, or NUL. */
const storable = (name: string) => name.slice(0, 100).toWellFormed().replaceAll('\0', '\ufffd')
