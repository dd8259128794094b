import type { Addresses } from '../../api/addresses.ts'

export interface KeySecret {
  readonly client_id: string
  readonly client_secret: string
  readonly name: string
}

/** The same lines as `millrace keys create --env`. */
export const envFile = (
  key: KeySecret,
  { authUrl, baseUrl }: Pick<Addresses, 'authUrl' | 'baseUrl'>,
): string =>
  [
    `MILLRACE_CLIENT_ID=${key.client_id}`,
    `MILLRACE_CLIENT_SECRET=${key.client_secret}`,
    `MILLRACE_AUTH_URL=${authUrl}`,
    `MILLRACE_BASE_URL=${baseUrl}`,
    '',
  ].join('\n')

/** A key may be called anything; a file may not. */
export const envFileName = ({ name }: Pick<KeySecret, 'name'>): string =>
  `${
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'millrace'
  }.env`
