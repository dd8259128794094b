import { existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { pino } from 'pino'
import { StartupError } from '#base/startup-error.ts'
import { createLineWriter, type LineWriter } from './line-writer.ts'

export type Logger = pino.Logger

/**
 * Structured lines. Bodies, headers, query strings and parameters are never passed to it: what is not logged cannot
 * leak. The redactions are a second safeguard.
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
    openStream(destination),
  )
}

/** A log that can no longer be written is no reason to stop: lines are retried, and the problem is reported once. */
function openStream(destination: string): LineWriter {
  let reported = false
  return createLineWriter(destination === 'stdout' ? 1 : openLog(destination), error => {
    if (error && !reported) {
      process.stderr.write(
        `The log ${destination} cannot be written (${error.code}). Millrace continues and tries again: make room for it.\n`,
      )
    }
    reported = error !== undefined
  })
}

/** Opened at once: a log that cannot be written is noticed at the start, not by missing lines later. */
function openLog(path: string): number {
  try {
    // One level only: the data folder exists, and a mistyped path should be noticed.
    if (!existsSync(dirname(path))) mkdirSync(dirname(path))
    return openSync(path, 'a', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(
      `The log ${path} cannot be written (${code}). Set MILLRACE_LOG to stdout or another file.`,
    )
  }
}

/**
 * PostgreSQL's detail and where lines quote row values, so only code, table and constraint of its errors are logged.
 */
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
