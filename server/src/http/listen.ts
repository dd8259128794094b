import type { FastifyInstance } from 'fastify'
import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'

export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartupError(
        `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start.`,
      )
    }
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} needs root. Choose one above 1023, as PORT=8080.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(
        `HOST is ${host}, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`,
      )
    }
    throw error
  }
}
