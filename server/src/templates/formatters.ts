/**
 * Making an Intl formatter takes about twenty times as long as using it, so they are kept. There are as many as
 * locales, zones and formats in use; the limit is for a template that invents currencies.
 */
const LIMIT = 500
const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

export const dateFormatter = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))

export const numberFormatter = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options))

function kept<T>(all: Map<string, T>, locale: string, options: object, make: () => T): T {
  const key = `${locale} ${JSON.stringify(options)}`
  let formatter = all.get(key)
  if (formatter === undefined) {
    formatter = make()
    if (all.size >= LIMIT) all.clear()
    all.set(key, formatter)
  }
  return formatter
}
