import { BoundedMap } from '#base/bounded-map.ts'

/**
 * Creating an Intl formatter takes about twenty times as long as using it, so they are kept. There are as many as
 * locales, zones and formats in use; the limit is for a template that invents currencies.
 */
const LIMIT = 500
const dates = new BoundedMap<Intl.DateTimeFormat>(LIMIT)
const numbers = new BoundedMap<Intl.NumberFormat>(LIMIT)

export const dateFormatter = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))

export const numberFormatter = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options))

function kept<T extends object>(all: BoundedMap<T>, locale: string, options: object, make: () => T): T {
  const key = `${locale} ${JSON.stringify(options)}`
  let formatter = all.get(key)
  if (formatter === undefined) {
    formatter = make()
    all.set(key, formatter)
  }
  return formatter
}
