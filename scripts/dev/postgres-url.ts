import type { ClientConfig } from 'pg'

/** An address for DATABASE_URL. A host that is a path is the folder of a Unix socket. */
export function postgresUrl({ host = '', port, user = '', password, database = '' }: ClientConfig): string {
  const query = new URLSearchParams({ host, port: String(port) })
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(String(password))}`
  return `postgresql://${credentials}@localhost/${database}?${query}`
}
