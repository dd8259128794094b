import type { PullAuth, PullOauth } from '@millrace/contract/dashboard/connections'
import type { PageRequest } from '#channels/http/fetch-page.ts'

export interface PullSettings {
  readonly url: string
  readonly auth: PullAuth
  /** The name of the header or of the parameter that has the secret. */
  readonly header: string | null
  /** Only with oauth. */
  readonly oauth?: PullOauth | null
  /** The name of another header with its own secret. */
  readonly second_header?: string | null
  readonly cursor_parameter: string | null
  readonly cursor_path: string | null
}

export interface PullProgress {
  readonly cursor_value: string | null
  readonly etag: string | null
  readonly last_modified: string | null
}

export interface PullSecrets {
  readonly secret: string | null
  readonly second_secret: string | null
}

/** The next page, only if it has changed since. With oauth, the secret is the token. */
export function pageRequest(
  { url, auth, header, second_header, cursor_parameter, ...progress }: PullSettings & PullProgress,
  { secret, second_secret }: PullSecrets,
): PageRequest {
  const { cursor_value, etag, last_modified } = progress
  const address = new URL(url)
  if (cursor_parameter !== null && cursor_value !== null)
    address.searchParams.set(cursor_parameter, cursor_value)
  if (auth === 'parameter') address.searchParams.set(header as string, secret ?? '')
  return {
    url: address.href,
    headers: {
      ...credential(auth, header, secret ?? ''),
      ...(second_header == null ? {} : { [second_header.toLowerCase()]: second_secret ?? '' }),
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(last_modified === null ? {} : { 'if-modified-since': last_modified }),
    },
  }
}

function credential(
  auth: PullSettings['auth'],
  header: string | null,
  secret: string,
): Record<string, string> {
  switch (auth) {
    case 'none':
    case 'parameter':
      return {}
    case 'bearer':
    case 'oauth':
      return { authorization: `Bearer ${secret}` }
    case 'basic':
      return { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }
    case 'header':
      return { [(header as string).toLowerCase()]: secret }
  }
}
