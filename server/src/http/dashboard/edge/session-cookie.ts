import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config/config.ts'
import { sessionLifetimeSeconds } from '#members/session.ts'

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  issue(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

/**
 * With https the name begins with `__Host-`: browsers then take it from this host over https only, and for no other.
 * On this machine itself there is no https, and no way to listen in between.
 */
export const sessionCookie = (config: Pick<Config, 'baseUrl'>): SessionCookie =>
  cookieNamed('millrace_session', sessionLifetimeSeconds, config)

/** Known devices have their own allowance for passwords, see members/device.ts. */
export const deviceCookie = (config: Pick<Config, 'baseUrl'>): SessionCookie =>
  cookieNamed('millrace_device', DEVICE_SECONDS, config)

/** Of a single sign-on that this browser began: it alone can finish it. */
export const signOnCookie = (config: Pick<Config, 'baseUrl'>): SessionCookie =>
  cookieNamed('millrace_sign_on', SIGN_ON_SECONDS, config)

/** How far this browser's last write is in the log of the database, see lists.ts. */
export const writtenCookie = (config: Pick<Config, 'baseUrl'>): SessionCookie =>
  cookieNamed('millrace_written', WRITTEN_SECONDS, config)

/** A replica that is a minute behind is not used, so that after it every replica has the write. */
const WRITTEN_SECONDS = 75
const SIGN_ON_SECONDS = 600
const DEVICE_SECONDS = 180 * 86_400

function cookieNamed(plain: string, seconds: number, { baseUrl }: Pick<Config, 'baseUrl'>): SessionCookie {
  const secure = baseUrl.startsWith('https:')
  const name = secure ? `__Host-${plain}` : plain
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read(request) {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key, value] = pair.split('=', 2)
        if (key?.trim() === name) return value?.trim()
      }
      return undefined
    },
    issue(reply, token) {
      reply.header('set-cookie', `${name}=${token}; Max-Age=${seconds}; ${attributes}`)
    },
    clear(reply) {
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`)
    },
  }
}
