/** How a text with values stands in a catalogue. The same as `named` in web/src/language/words.ts, which looks it up. */
export const keyOf = (strings: readonly string[]): string =>
  strings.reduce((text, string, n) => `${text}{${n - 1}}${string}`)
