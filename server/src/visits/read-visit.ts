import { valueInWords } from '@millrace/contract/in-words'
import type { SourceMeaning } from '@millrace/contract/source'
import Big from 'big.js'

type Value = string | number | boolean | null

/** What an event says about a visit, by what its source means. */
export interface ReadVisit {
  readonly kind: SourceMeaning['kind']
  /** A decimal number, negative for a refund; null if the event has none that can be read. */
  readonly amount: string | null
  readonly currency: string | null
  readonly covers: number | null
  /** What the sender should know about values that cannot be read. */
  readonly warnings: readonly string[]
}

/** No currency has more decimals, and no bill is larger. */
const DECIMALS = 4
const MOST = new Big('1e12')
const MOST_COVERS = 10_000

/**
 * Pure. Amounts are numbers, or texts that are nothing but a decimal number: tills send both. A value that cannot be
 * read never refuses the event, because the guest came all the same.
 */
export function readVisit(meaning: SourceMeaning, parameters: Readonly<Record<string, Value>>): ReadVisit {
  const warnings: string[] = []
  function read<Read>(
    key: string | null | undefined,
    what: string,
    needed: boolean,
    reader: (value: Value) => Read | undefined,
  ): Read | null {
    if (key === null || key === undefined) return null
    const value = Object.hasOwn(parameters, key) ? (parameters[key] ?? null) : null
    if (value === null) {
      if (needed) warnings.push(`The parameter "${key}" is missing, so the ${meaning.kind} has no ${what}.`)
      return null
    }
    const found = reader(value)
    if (found !== undefined) return found
    warnings.push(`The parameter "${key}" holds no ${what}: ${valueInWords(value)}.`)
    return null
  }
  const amount = read(meaning.amount, 'amount', true, amountIn)
  return {
    kind: meaning.kind,
    amount: amount === null ? null : signed(amount, meaning.kind),
    currency: read(meaning.currency, 'currency', false, currencyIn),
    covers: read(meaning.covers, 'number of covers', false, coversIn),
    warnings,
  }
}

/** Some systems send refunds as negative amounts, others as positive ones: both take away. */
const signed = (amount: Big, kind: SourceMeaning['kind']) =>
  (kind === 'refund' ? amount.abs().times(-1) : amount).plus(0).toFixed()

function amountIn(value: Value): Big | undefined {
  if (typeof value === 'boolean' || value === null) return undefined
  if (typeof value === 'string' && !/^[+-]?\d{1,20}(\.\d{1,20})?$/.test(value.trim())) return undefined
  const amount = new Big(typeof value === 'string' ? value.trim().replace('+', '') : value)
  return amount.abs().lt(MOST) ? amount.round(DECIMALS, Big.roundHalfUp) : undefined
}

function currencyIn(value: Value): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return /^[A-Z]{3}$/.test(code) ? code : undefined
}

function coversIn(value: Value): number | undefined {
  const covers = typeof value === 'string' && /^\d{1,5}$/.test(value.trim()) ? Number(value) : value
  if (typeof covers !== 'number' || !Number.isInteger(covers)) return undefined
  return covers >= 0 && covers <= MOST_COVERS ? covers : undefined
}
