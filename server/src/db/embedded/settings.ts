/** Where the server listens: a socket in a folder that only its owner can enter, or a port of the loopback address. */
export type Listening = { kind: 'socket'; folder: string; port: number } | { kind: 'loopback'; port: number }

/**
 * Passed on the command line at each start rather than written into the cluster once, so that a release can change
 * them. Sized for a small machine with two cores; larger installations use an external PostgreSQL.
 */
export function settings(listening: Listening): string[] {
  const values: Record<string, string> = {
    ...(listening.kind === 'socket'
      ? {
          listen_addresses: '',
          unix_socket_directories: quoted(listening.folder),
          unix_socket_permissions: '0700',
        }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }),
    port: String(listening.port),
    // A process opens up to 31, and more processes may run beside it.
    max_connections: '200',
    // A request is answered after the commit, and a commit is on the disk. These two settings guarantee it.
    fsync: 'on',
    synchronous_commit: 'on',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    checkpoint_completion_target: '0.9',
    wal_compression: 'pglz',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Errors go to the client, which reports them. Logged here, they would put values of rows, guests' data, into a
    // log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The setting is a comma-separated list; in quotes, a folder's name may contain anything. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`
