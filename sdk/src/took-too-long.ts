import { TimeoutError } from './errors.ts'

export const tookTooLong = (what: string, timeoutMs: number) =>
  new TimeoutError(`${what} was not done within ${timeoutMs} ms, retries included.`)
