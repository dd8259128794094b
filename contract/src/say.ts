/**
 * The texts of sentences that are composed here: of a condition, of what a step did, of why an event did not match. The
 * server, the dashboard and the command line compose them with the same code, so the language is not a parameter of
 * each of its functions. English stands in the code, and is what a catalogue is looked up by; who runs the code says
 * which catalogue counts at this moment, and without one it is English.
 */
export type Composed = Readonly<Record<string, string>>

let current: () => Composed | undefined = () => undefined

/** Where the catalogue comes from, asked for each text. */
export function speakBy(catalogue: () => Composed | undefined): void {
  current = catalogue
}

/** A text in the current language: say`the event's ${key}`. */
export function say(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const text = current()?.[strings.reduce((all, string, n) => `${all}{${n - 1}}${string}`)]
  return text === undefined
    ? String.raw({ raw: strings }, ...values)
    : text.replaceAll(/\{(\d+)\}/g, (_all, place) => String(values[Number(place)]))
}

/** The same for a number of things: sayCount(3, '# point', '# points'). */
export function sayCount(count: number, one: string, other: string): string {
  const [ofOne, ofOthers] = current()?.[`${one}|${other}`]?.split('|') ?? [one, other]
  return ((count === 1 ? ofOne : ofOthers) ?? other).replaceAll('#', String(count))
}

/** A text of a table, which is read before it is known in which language: phrase`is at least`. `sayPhrase` says it. */
export const phrase = (strings: TemplateStringsArray): string => strings.join('')

export const sayPhrase = (english: string): string => current()?.[english] ?? english
