import type { ApiKey, ApiKeyChange } from '@millrace/contract/member'
import { everyScope, type Scope, scopes } from '@millrace/contract/scope'
import { t } from '../../language/words.ts'

/** The form of what a key may do. Lists are typed with commas or spaces in between; empty is no limit. */
export interface LimitForm {
  readonly may: 'everything' | 'some'
  readonly scopes: readonly Scope[]
  readonly serials: string
  readonly sources: string
  readonly addresses: string
  /** A date, or empty for no end. */
  readonly ends: string
}

export const noLimits: LimitForm = {
  may: 'everything',
  scopes: [],
  serials: '',
  sources: '',
  addresses: '',
  ends: '',
}

export const limitFormOf = (key: ApiKey): LimitForm => ({
  may: key.scopes.includes(everyScope) ? 'everything' : 'some',
  scopes: key.scopes.filter((name): name is Scope => Object.hasOwn(scopes, name)),
  serials: key.serials?.join(', ') ?? '',
  sources: key.sources?.join(', ') ?? '',
  addresses: key.addresses?.join(', ') ?? '',
  ends: key.ends_at?.slice(0, 10) ?? '',
})

const namesIn = (text: string, separators: RegExp): string[] | null => {
  const names = text
    .split(separators)
    .map(name => name.trim())
    .filter(Boolean)
  return names.length === 0 ? null : names
}

/** `before`: the end that the key has. If its day is still the chosen one, its time stays. */
export const toLimits = (form: LimitForm, before: string | null = null): ApiKeyChange => ({
  scopes: form.may === 'everything' ? [everyScope] : [...form.scopes],
  serials: namesIn(form.serials, /[\s,;]+/),
  // A source may have spaces in its name.
  sources: namesIn(form.sources, /[,;\n]+/),
  addresses: namesIn(form.addresses, /[\s,;]+/),
  ends_at: form.ends === '' ? null : before?.startsWith(form.ends) ? before : `${form.ends}T23:59:59.999Z`,
})

export const scopesInWords = (names: readonly string[]): string =>
  names.includes(everyScope) ? t`Everything` : names.join(', ')
