import { Drop, type FilterImplOptions, filters as liquidFilters, toValue } from 'liquidjs'
import { spend, weight } from './budget.ts'
import type { Channel } from './channel.ts'
import { cleanText, escapeHtml, escapeUrl } from './escape.ts'
import { formatDate } from './format-date.ts'
import { formatMoney, formatNumber } from './format-number.ts'
import { settingsOf } from './settings.ts'
import { textOf } from './text-of.ts'

type Handler = Extract<FilterImplOptions, (...given: never[]) => unknown>

/**
 * The filters taken from liquidjs. Left out are those that evaluate text as an expression (`where_exp` and similar,
 * and `where`, which reads a path from a text), those that nest lists without end (`push`, `group_by`), those that
 * depend on chance or on the machine's clock, those that undo escaping, and those that fail on odd text.
 */
const taken = [
  'append prepend capitalize upcase downcase strip lstrip rstrip strip_newlines squish normalize_whitespace strip_html',
  'replace replace_first replace_last remove remove_first remove_last truncate truncatewords split slice slugify',
  'plus minus times divided_by modulo abs ceil floor round at_least at_most',
  'join first last size reverse sort sort_natural uniq compact concat map sum default',
].flatMap(names => names.split(' '))

/** Intl is slow: one use costs as much as reading a list of this length. */
const INTL = 25

const written: Readonly<Record<string, Handler>> = {
  date(value, format) {
    const style = format === undefined ? 'long' : textOf(format)
    spend(this.context, INTL + 5 * style.length)
    return formatDate(value, style, settingsOf(this.context))
  },
  number(value, decimals) {
    spend(this.context, INTL)
    return formatNumber(value, decimals, settingsOf(this.context).locale)
  },
  money(value, currency) {
    spend(this.context, INTL)
    return formatMoney(value, currency, settingsOf(this.context).locale)
  },
  url_encode: value => escapeUrl(textOf(value)),
}

/**
 * Filters whose result is output unchanged when they come last: each of them has escaped for its channel. There is no
 * `raw`.
 */
const escaping: Readonly<Partial<Record<Channel, Readonly<Record<string, Handler>>>>> = {
  html: {
    escape: value => escapeHtml(textOf(value)),
    /** The only way to get HTML elements from a value: its line breaks, and nothing else. */
    newline_to_br: value => escapeHtml(textOf(value)).replaceAll('\n', '<br>\n'),
  },
  /** A whole JSON value, quotes included: `"tags": {{ guest.tags | json }}`. */
  json: {
    json: value =>
      JSON.stringify(toValue(value) ?? null, (_, part) =>
        typeof part === 'string' ? cleanText(part) : part,
      ),
  },
  url: { url_encode: value => escapeUrl(textOf(value)) },
}

export function filtersOf(channel: Channel): ReadonlyMap<string, FilterImplOptions> {
  const all = new Map<string, FilterImplOptions>()
  for (const name of taken) all.set(name, weighed(withoutObjects(liquidFilters[name] as Handler)))
  for (const [name, handler] of Object.entries(written)) all.set(name, weighed(handler))
  for (const [name, handler] of Object.entries(escaping[channel] ?? {}))
    all.set(name, { raw: true, handler: weighed(handler) })
  return all
}

/** An object has no text, and its own `toString` could be a key of the sender's: it counts as missing. */
function withoutObjects(handler: Handler): Handler {
  return function (...given) {
    const [value, ...rest] = given.map(each => (isPlainObject(each) ? undefined : each))
    return handler.call(this, value, ...rest)
  }
}

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Drop)

/** Counts the work of reading the value, and the resulting text. */
function weighed(handler: Handler): Handler {
  return function (value, ...given) {
    spend(this.context, weight(value))
    const result: unknown = handler.call(this, value, ...given)
    if (typeof result === 'string') this.context.memoryLimit.use(result.length)
    return result
  }
}
