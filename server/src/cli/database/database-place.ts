import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import { findHome } from '#db/embedded/home.ts'

/** Where the database is, for people. User and password of DATABASE_URL are left out. */
export function databasePlace({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl !== undefined) return urlPlace(databaseUrl)
  const clusterDir = findHome(dataDir)?.data
  const version = clusterDir === undefined ? undefined : clusterVersion(clusterDir)
  if (version === undefined) return `embedded PostgreSQL, not created yet, in ${dataDir}`
  return `embedded PostgreSQL ${version} in ${clusterDir}`
}

function urlPlace(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  // A folder of a socket is no host name; it comes as a parameter, and so may the port.
  const host = url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost')
  const port = url.searchParams.get('port') ?? (url.port || '5432')
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username)
  return `PostgreSQL at ${host}${host.startsWith('/') ? '' : `:${port}`}, database ${database}`
}

function clusterVersion(clusterDir: string): string | undefined {
  try {
    return readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return undefined
  }
}
