import type { HandedOver } from './handed-over.ts'

/** The only place that reads the environment. It makes no decisions: see config.ts. */
export interface Env extends HandedOver {
  NODE_ENV?: string | undefined
  PORT?: string | undefined
  HOST?: string | undefined
  DATABASE_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
  DATABASE_POOL_URL?: string | undefined
  MILLRACE_DATA_DIR?: string | undefined
  MILLRACE_SECRET?: string | undefined
  MILLRACE_AUTH_URL?: string | undefined
  MILLRACE_BASE_URL?: string | undefined
  MILLRACE_TRUSTED_PROXIES?: string | undefined
  MILLRACE_ALLOW_PRIVATE_ADDRESSES?: string | undefined
  MILLRACE_ALLOW_PORTS?: string | undefined
  MILLRACE_DNS_SERVERS?: string | undefined
  MILLRACE_RETURN_DOMAIN?: string | undefined
  MILLRACE_RETURN_LISTEN?: string | undefined
  MILLRACE_PREVIOUS_SECRETS?: string | undefined
  MILLRACE_LOG?: string | undefined
  MILLRACE_LOG_LEVEL?: string | undefined
  MILLRACE_AUDIT_HEADS?: string | undefined
  MILLRACE_AUDIT_STREAM?: string | undefined
  MILLRACE_ALERTS?: string | undefined
  MILLRACE_MOST_REQUESTS_PER_MINUTE?: string | undefined
  MILLRACE_DEMO?: string | undefined
  MILLRACE_LEASE_SECONDS?: string | undefined
  MILLRACE_FAULT_POINT?: string | undefined
  /** For `events send`: the key it sends with. */
  MILLRACE_CLIENT_ID?: string | undefined
  MILLRACE_CLIENT_SECRET?: string | undefined
  /** Where `millrace login` stores its settings. */
  XDG_CONFIG_HOME?: string | undefined
  NO_COLOR?: string | undefined
}

export function readEnv(): Env {
  const env: Env = { ...process.env }
  // They are about this process; a child process must not use them.
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete process.env[name]
  return env
}
