/** The variables as people are told about them. config/ reads and checks them. */
export const variables = {
  PORT: 'The port to listen on. Default: 8080',
  HOST: 'The address to listen on. Default: 127.0.0.1, this machine only',
  DATABASE_URL: 'A PostgreSQL (15 or newer) of your own. Default: the embedded one, in the data folder',
  MILLRACE_DATA_DIR: 'The data folder. Default: .millrace in the project',
  MILLRACE_SECRET: 'The master key, 32 characters or more. Default: made once, kept in the data folder',
  MILLRACE_AUTH_URL: 'The published address of the token endpoint. Default: http://HOST:PORT',
  MILLRACE_BASE_URL: 'The published address of the workflow endpoints. Default: http://HOST:PORT',
  MILLRACE_TRUSTED_PROXIES: 'Addresses or ranges whose X-Forwarded-For is believed. Default: none',
  MILLRACE_ALLOW_PRIVATE_ADDRESSES: 'Private addresses or ranges that messages may go to. Default: none',
  MILLRACE_ALLOW_PORTS: 'Ports that messages may go to beside the usual ones. Default: none',
  MILLRACE_PREVIOUS_SECRETS: 'Master keys of before, while stored secrets are sealed anew. Default: none',
  MILLRACE_LOG: 'A file, or stdout. Default: millrace.log in the data folder; in production stdout',
  MILLRACE_LOG_LEVEL: 'trace, debug, info, warn, error or silent. Default: info',
  MILLRACE_DEMO: 'Whether an empty database gets the demo organisation. Default: true; in production false',
  MILLRACE_CLIENT_ID: 'The key that `events send` uses. Default: none',
  MILLRACE_CLIENT_SECRET: 'Its secret. Default: none',
  XDG_CONFIG_HOME: 'Where `login` keeps keys, in a folder millrace. Default: .config in your home folder',
  NODE_ENV: 'production changes the defaults named above',
  NO_COLOR: 'Anything: no colours, also on a terminal',
} as const

export type VariableName = keyof typeof variables

/** What every command needs that talks to the database. */
export const databaseVariables = ['DATABASE_URL', 'MILLRACE_DATA_DIR'] as const
/** What decides the addresses that are printed. */
export const addressVariables = ['PORT', 'HOST', 'MILLRACE_AUTH_URL', 'MILLRACE_BASE_URL'] as const
