import { type Static, Type } from 'typebox'

/** What a message says in another language, for guests who have it. */

/** As guests have it in `attributes.language`: `de`, or `pt-BR` where a region differs. */
const LANGUAGE = '^[a-z]{2,3}(-[A-Z]{2})?$'
export const Language = Type.String({ pattern: LANGUAGE })

const languagePattern = new RegExp(LANGUAGE)
export const isLanguage = (text: unknown): text is string =>
  typeof text === 'string' && languagePattern.test(text)

/** The languages that every message of a workflow has to be in, beside that of the steps. */
export const Languages = Type.Array(Language, { minItems: 1, maxItems: 20, uniqueItems: true })
export type Languages = Static<typeof Languages>

/** What a message says in each language. */
export const translationsOf = <Translation extends ReturnType<typeof Type.Object>>(
  translation: Translation,
) => Type.Optional(Type.Record(Language, translation, { additionalProperties: false }))

/**
 * The language among those that are there which is nearest to what is wanted, in the order of what is wanted: the same
 * one, or the same without the region. undefined: none of them.
 */
export function nearestLanguage(there: readonly string[], wanted: readonly unknown[]): string | undefined {
  for (const tag of wanted) {
    if (typeof tag !== 'string') continue
    const asked = tag.trim().replaceAll('_', '-').toLowerCase()
    const [bare] = asked.split('-')
    const same = there.find(language => language.toLowerCase() === asked)
    const nearest = same ?? there.find(language => language === bare)
    if (nearest !== undefined) return nearest
  }
  return undefined
}
