import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SentToUs } from '#channels/sms/vendors/vendor.ts'

/** A form, and the text that it was read from: some providers sign that. */
class Form extends URLSearchParams {
  readonly written: string

  constructor(fields: ConstructorParameters<typeof URLSearchParams>[0], written: string) {
    super(fields)
    this.written = written
  }
}

/**
 * What guests' mail programs and providers of SMS send: forms. Nothing but forms is read; what an unsubscribing program
 * sends in another form is not looked at, since its address alone says everything (RFC 8058 section 3.1).
 */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, text: string) => new Form(text, text),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, text: string) => new Form('', text))
}

export const formOf = ({ body }: { readonly body: unknown }): URLSearchParams =>
  body instanceof Form ? body : new URLSearchParams()

/** What a provider of SMS sends, as a form, as JSON or in the address. */
export function sentToUs(request: FastifyRequest, baseUrl: string): SentToUs {
  const form = request.body instanceof Form ? request.body : new Form('', '')
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  return {
    url: baseUrl + request.url,
    // Twilio signs the query with the address, and it has none of ours.
    params: new URLSearchParams([
      ...new URLSearchParams(query),
      ...(form.size > 0 ? form : jsonFields(form.written)),
    ]),
    body: form.written,
    headers: request.headers,
    now: new Date(),
  }
}

/** The fields of a flat JSON object that are texts or numbers. */
function jsonFields(text: string): [string, string][] {
  if (!text.trimStart().startsWith('{')) return []
  try {
    return Object.entries(JSON.parse(text) as object).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    )
  } catch {
    return []
  }
}
