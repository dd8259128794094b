import type { PullAuth, PullChange, WholeConnection } from '@millrace/contract/dashboard/connections'
import { t } from '../../../language/words.ts'

/** What the form holds: texts as they are typed. */
export interface PullForm {
  readonly url: string
  readonly every_seconds: string
  readonly auth: PullAuth
  readonly header: string
  readonly secret: string
  readonly token_url: string
  readonly client_id: string
  readonly scope: string
  readonly second_header: string
  readonly second_secret: string
  readonly cursor_parameter: string
  readonly cursor_path: string
  readonly each: string
}

export const auths: readonly { value: PullAuth; label: string }[] = [
  { value: 'none', label: t`None` },
  { value: 'bearer', label: t`Bearer token` },
  { value: 'basic', label: t`User and password` },
  { value: 'header', label: t`Secret in a header` },
  { value: 'parameter', label: t`Secret as a parameter of the address` },
  { value: 'oauth', label: t`OAuth 2.0 client credentials` },
]

const usual = [
  { value: '300', label: t`Every 5 minutes` },
  { value: '900', label: t`Every 15 minutes` },
  { value: '3600', label: t`Every hour` },
  { value: '21600', label: t`Every 6 hours` },
  { value: '86400', label: t`Every day` },
]

/** The usual ones, and the one that was set in the terminal. */
export const schedules = (seconds: string) =>
  usual.some(({ value }) => value === seconds)
    ? usual
    : [...usual, { value: seconds, label: t`Every ${Number(seconds) / 60} minutes` }]

export const hasName = (auth: PullAuth): boolean => auth === 'header' || auth === 'parameter'

/** Nobody has a second secret without a first one. */
export const hasSecond = ({ auth, second_header }: Pick<PullForm, 'auth' | 'second_header'>): boolean =>
  auth !== 'none' && second_header.trim() !== ''

export const formOf = ({ pull, mapping }: Pick<WholeConnection, 'pull' | 'mapping'>): PullForm => ({
  url: pull?.url ?? '',
  every_seconds: String(pull?.every_seconds ?? 3600),
  auth: pull?.auth ?? 'none',
  header: pull?.header ?? '',
  secret: '',
  token_url: pull?.oauth?.token_url ?? '',
  client_id: pull?.oauth?.client_id ?? '',
  scope: pull?.oauth?.scope ?? '',
  second_header: pull?.second_header ?? '',
  second_secret: '',
  cursor_parameter: pull?.cursor_parameter ?? '',
  cursor_path: pull?.cursor_path ?? '',
  each: mapping.each ?? '',
})

const orNull = (text: string): string | null => text.trim() || null

/** As it is sent. A secret that was not typed stays; so does the mapping, unless the list was changed. */
export const changeOf = (form: PullForm, before: PullForm): PullChange => ({
  url: form.url.trim(),
  every_seconds: Number(form.every_seconds),
  auth: form.auth,
  header: hasName(form.auth) ? orNull(form.header) : null,
  ...(form.auth === 'none' || form.secret === '' ? {} : { secret: form.secret }),
  oauth:
    form.auth === 'oauth'
      ? { token_url: form.token_url.trim(), client_id: form.client_id.trim(), scope: orNull(form.scope) }
      : null,
  second_header: hasSecond(form) ? orNull(form.second_header) : null,
  ...(hasSecond(form) && form.second_secret !== '' ? { second_secret: form.second_secret } : {}),
  cursor_parameter: orNull(form.cursor_parameter),
  cursor_path: orNull(form.cursor_path),
  ...(form.each.trim() === before.each ? {} : { each: orNull(form.each) }),
})
