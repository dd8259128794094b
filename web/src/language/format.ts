import { locale } from './current.ts'

/** Dates, numbers and money as the current language writes them. The only place that knows how. */

const numbers = new Map<string, Intl.NumberFormat>()

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify([locale(), options])
  const format = numbers.get(key) ?? new Intl.NumberFormat(locale(), options)
  numbers.set(key, format)
  return format.format(value)
}

/** Without a currency it is a number of two decimals, as an event may not say which one it is in. */
export function money(amount: number, currency: string | null | undefined): string {
  const plain = number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  if (!currency) return plain
  try {
    return number(amount, { style: 'currency', currency })
  } catch {
    // An event may name something that is no currency.
    return `${plain} ${currency}`
  }
}

/** In this zone, or in the browser's own: a browser may not know every zone that the server knows. */
export function dateFormat(style: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale(), timeZone === undefined ? style : { ...style, timeZone })
  } catch {
    return new Intl.DateTimeFormat(locale(), style)
  }
}

/** "a, b and c" */
export const listed = (items: Iterable<string>): string => new Intl.ListFormat(locale()).format(items)

export const relativeFormat = (): Intl.RelativeTimeFormat =>
  new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })

/** "German", or the code of a language that has no name here. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type: 'language' }).of(code) ?? code
  } catch {
    // A document that was made elsewhere may name anything.
    return code
  }
}

/** A phrase of a sentence, where it stands alone. */
export const upperFirst = (phrase: string): string =>
  `${phrase.charAt(0).toLocaleUpperCase(locale())}${phrase.slice(1)}`
