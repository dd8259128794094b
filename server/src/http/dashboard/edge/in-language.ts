import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '@millrace/contract/language'
import portuguese from '@millrace/contract/pt.json' with { type: 'json' }
import { type Composed, speakBy } from '@millrace/contract/say'

const catalogues: Readonly<Partial<Record<Language, Composed>>> = { pt: portuguese }

/** Of the request that is being answered, in all that is called for it. */
const current = new AsyncLocalStorage<Composed>()
speakBy(() => current.getStore())

/**
 * Answers in the language of the page that asks, which the dashboard names alone. A browser by itself lists what it
 * prefers, which may be another language than the member's; so only one name counts.
 */
export function inLanguage<T>(accepted: string | undefined, answer: () => T): T {
  const catalogue = accepted === 'pt' ? catalogues[accepted] : undefined
  return catalogue === undefined ? answer() : current.run(catalogue, answer)
}
