import { pino } from 'pino'

export type Logger = pino.Logger

/**
 * Structured lines. Bodies, headers, query strings and parameters are never passed to it: what is not written
 * cannot leak. The redactions are a second net.
 */
export function createLogger({ level, destination }: { level: string; destination: string }): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.client_secret', '*.access_token', '*.token', '*.password'],
      serializers: { err: describeError },
    },
    // Buffered: a line costs a memory copy, and the buffer is written every second at the latest.
    pino.destination({
      dest: destination === 'stdout' ? 1 : destination,
      sync: false,
      minLength: 4096,
      periodicFlush: 1_000,
      mkdir: true,
      append: true,
    }),
  )
}

/** PostgreSQL's detail and where lines quote row values, so of its errors only code, table and constraint are kept. */
function describeError(error: Error & { code?: string; table?: string; constraint?: string }) {
  return {
    type: error.name,
    code: error.code,
    message: error.message,
    table: error.table,
    constraint: error.constraint,
    stack: error.stack,
  }
}
