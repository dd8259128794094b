import { closeSync, openSync } from 'node:fs'
import type { Logger } from './logger.ts'

const EVERY_MS = 1_000

/**
 * Without a free descriptor, the system drops new connections before Node hears of them, so nothing else would say why
 * nobody is answered. One is opened every second to find out.
 */
export function watchDescriptors(logger: Pick<Logger, 'error' | 'info'>): { stop(): void } {
  let exhausted = false
  const timer = setInterval(() => {
    const none = !canOpen()
    if (none && !exhausted) {
      logger.error(
        'All file descriptors are in use, so connections are refused. Raise the limit: LimitNOFILE of systemd, or ulimit -n.',
      )
    }
    if (!none && exhausted) logger.info('There are free file descriptors again')
    exhausted = none
  }, EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

function canOpen(): boolean {
  try {
    closeSync(openSync('/dev/null', 'r'))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code !== 'EMFILE' && code !== 'ENFILE'
  }
}
