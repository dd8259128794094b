import { createElement, Fragment, type ReactNode } from 'react'
import { locale } from './current.ts'
import { number } from './format.ts'

/** English texts with those of the current language. Empty in English: what stands in the code is the text. */
const words = new Map<string, string>()

export type Catalogue = Readonly<Record<string, string>>

export function addWords(catalogue: Catalogue): void {
  for (const [english, text] of Object.entries(catalogue)) words.set(english, text)
}

/** How a text stands in a catalogue: its values are numbered, so that another language can have them in another order. */
const named = (strings: readonly string[]): string =>
  strings.reduce((text, string, n) => `${text}{${n - 1}}${string}`)

/** Pieces and values in turn, beginning with a piece. */
function translated<Value>(
  strings: readonly string[],
  values: readonly Value[],
  meaning = '',
): (string | Value)[] {
  const text = words.size === 0 ? undefined : words.get(named(strings) + meaning)
  if (text === undefined)
    return strings.flatMap((string, n) => (n === 0 ? [string] : [values[n - 1] as Value, string]))
  return text.split(/\{(\d+)\}/).map((piece, n) => (n % 2 === 0 ? piece : (values[Number(piece)] as Value)))
}

/**
 * A text in the current language: `t`Started by ${name}``. English stands in the code, and is what a catalogue is
 * looked up by.
 */
export const t = (strings: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  translated(strings, values).join('')

/**
 * The same for a word that means several things, for which another language has several words: `meaning('recipient')`To``.
 * A catalogue has it as "To [recipient]".
 */
export const meaning =
  (which: string) =>
  (strings: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
    translated(strings, values, ` [${which}]`).join('')

/** The same with elements among its values: `rich`Read ${<a href="/help">{t`the guide`}</a>} first.`` */
export const rich = (strings: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...translated(strings, values))

/**
 * With the form that the number asks for: `plural(3, '# guest', '# guests')`. A catalogue has the forms of its language
 * in the order of Intl.PluralRules, with bars between them.
 */
export function plural(count: number, one: string, other: string): string {
  const text = words.get(`${one}|${other}`)
  const form = text === undefined ? (count === 1 ? one : other) : formOf(text.split('|'), count)
  return form.replaceAll('#', number(count))
}

function formOf(forms: readonly string[], count: number): string {
  const rules = new Intl.PluralRules(locale())
  // Portuguese has a separate one for millions, which says the same as the last one.
  const categories = rules.resolvedOptions().pluralCategories.filter(it => it !== 'many' || forms.length > 2)
  return forms[categories.indexOf(rules.select(count))] ?? (forms.at(-1) as string)
}
