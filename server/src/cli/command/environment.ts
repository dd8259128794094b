/** The variables as the help describes them. config/ reads and checks them. */
export const variables = {
  PORT: 'The port to listen on. Default: 8080',
  HOST: 'The address to listen on. Default: 127.0.0.1, this machine only',
  DATABASE_URL: 'Your own PostgreSQL, 15 or newer. Default: the embedded one, in the data folder',
  DATABASE_POOL_URL: 'A pooler in transaction mode in front of it, such as PgBouncer. Default: none',
  DATABASE_READ_URL: 'A standby of it, which lists of the dashboard are read from. Default: none',
  MILLRACE_DATA_DIR: 'The data folder. Default: .millrace in the project',
  MILLRACE_SECRET: 'The master key, at least 32 characters. Default: generated, kept in the data folder',
  MILLRACE_AUTH_URL: 'The published address of the token endpoint. Default: http://HOST:PORT',
  MILLRACE_BASE_URL: 'The published address of the workflow endpoints. Default: http://HOST:PORT',
  MILLRACE_TRUSTED_PROXIES: 'Addresses or ranges whose X-Forwarded-For is trusted. Default: none',
  MILLRACE_ALLOW_PRIVATE_ADDRESSES: 'Private addresses or ranges that messages may go to. Default: none',
  MILLRACE_ALLOW_PORTS: 'Additional ports that messages may go to. Default: none',
  MILLRACE_DNS_SERVERS: 'Name servers for checks of senders and domains. Default: those of the system',
  MILLRACE_RETURN_DOMAIN: 'The domain that mail servers send e-mails back to. Default: none',
  MILLRACE_RETURN_LISTEN: 'Where this process takes them, as 0.0.0.0:2525. Default: nowhere',
  MILLRACE_PREVIOUS_SECRETS: 'Old master keys, until `secrets reseal` has run. Default: none',
  MILLRACE_LOG: 'A file or stdout. Default: millrace.log in the data folder; stdout in production',
  MILLRACE_LOG_LEVEL: 'trace, debug, info, warn, error or silent. Default: info',
  MILLRACE_AUDIT_HEADS: 'A file or an address for the ends of audit logs. Default: only the log',
  MILLRACE_AUDIT_STREAM: 'A file or an address for all entries of audit logs. Default: none',
  MILLRACE_ALERTS: 'A file or an address for alerts alone. Default: none',
  MILLRACE_MOST_REQUESTS_PER_MINUTE: 'A cap over the limits of API keys. Default: none',
  MILLRACE_DEMO: 'Whether an empty database gets the demo. Default: true; false in production',
  MILLRACE_LEASE_SECONDS: 'How long a worker may be silent before another takes its jobs over. Default: 10',
  MILLRACE_CLIENT_ID: 'The key that `events send` uses. Default: none',
  MILLRACE_CLIENT_SECRET: 'Its secret. Default: none',
  XDG_CONFIG_HOME: 'Where `login` saves keys, in a folder millrace. Default: .config in your home folder',
  NODE_ENV: 'production changes the defaults above',
  NO_COLOR: 'Any value turns colours off',
} as const

export type VariableName = keyof typeof variables

/** For every command that uses the database. */
export const databaseVariables = ['DATABASE_URL', 'MILLRACE_DATA_DIR'] as const
/** For commands that check or call addresses of others. */
export const outgoingVariables = ['MILLRACE_ALLOW_PRIVATE_ADDRESSES', 'MILLRACE_ALLOW_PORTS'] as const
/** For commands that print addresses. */
export const addressVariables = ['PORT', 'HOST', 'MILLRACE_AUTH_URL', 'MILLRACE_BASE_URL'] as const
