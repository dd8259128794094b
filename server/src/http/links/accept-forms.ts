import type { FastifyInstance } from 'fastify'

/**
 * What guests' mail programs and providers of SMS send: forms. Nothing but forms is read; what an unsubscribing program
 * sends in another form is not looked at, since its address alone says everything (RFC 8058 section 3.1).
 */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, text: string) => new URLSearchParams(text),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => new URLSearchParams())
}

export const formOf = ({ body }: { readonly body: unknown }): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()
