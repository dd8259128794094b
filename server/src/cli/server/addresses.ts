import { isIP } from 'node:net'
import type { Config } from '#config/config.ts'
import type { Env } from '#config/env.ts'

/** What is published. */
export interface Addresses {
  base_url: string
  auth_url: string
  dashboard_url: string
}

export function configuredAddresses({ baseUrl, authUrl }: Pick<Config, 'baseUrl' | 'authUrl'>): Addresses {
  return { base_url: baseUrl, auth_url: authUrl, dashboard_url: `${baseUrl}/` }
}

/** An address that was given counts; then what the running server says of itself; then the default. */
export function knownAddresses(
  config: Pick<Config, 'baseUrl' | 'authUrl'>,
  env: Pick<Env, 'MILLRACE_BASE_URL' | 'MILLRACE_AUTH_URL'>,
  record: Addresses | undefined,
): Addresses {
  const configured = configuredAddresses(config)
  if (record === undefined) return configured
  return {
    base_url: env.MILLRACE_BASE_URL ? configured.base_url : record.base_url,
    auth_url: env.MILLRACE_AUTH_URL ? configured.auth_url : record.auth_url,
    dashboard_url: env.MILLRACE_BASE_URL ? configured.dashboard_url : record.dashboard_url,
  }
}

/** Where this machine reaches a server that listens with these settings. */
export function listeningAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
