import { numberFormatter } from './formatters.ts'

/** With the separators of the locale. A value that is not a number stays as it is. */
export function formatNumber(value: unknown, decimals: unknown, locale: string): unknown {
  const number = readNumber(value)
  if (number === undefined) return value
  if (decimals === undefined) return numberFormatter(locale, {}).format(number)
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 20)
    throw new Error('The filter "number" takes a number of decimals from 0 to 20, as in number: 2.')
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return numberFormatter(locale, options).format(number)
}

export function formatMoney(value: unknown, currency: unknown, locale: string): unknown {
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency))
    throw new Error('The filter "money" takes a currency of three letters, as in money: "EUR".')
  const number = readNumber(value)
  if (number === undefined) return value
  return numberFormatter(locale, { style: 'currency', currency: currency.toUpperCase() }).format(number)
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return undefined
  return Number(value)
}
