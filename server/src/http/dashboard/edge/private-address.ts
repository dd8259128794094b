import type { FastifyRequest } from 'fastify'
import type { Config } from '#config/config.ts'
import { Refusal } from '../../refusal.ts'

/** Nobody is to give a password where anybody on the way could read it: over https, or to this machine itself. */
export function requirePrivateAddress({ baseUrl }: Pick<Config, 'baseUrl'>) {
  const { protocol, hostname } = new URL(baseUrl)
  const isPrivate = protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return (_request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    done(isPrivate ? undefined : new Refusal('https_needed'))
  }
}
