import type { FastifyReply, FastifyRequest } from 'fastify'
import { wordsIn } from '#channels/guest-words.ts'
import { asPage, page, paragraph } from './page.ts'
import { languageOfBrowser } from './reader.ts'

/** For an address that Millrace did not make, in the language of the browser: nothing else is known. */
export function sendUnknownPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOfBrowser(request)
  const { title, text } = wordsIn(language).unknownLink
  return asPage(reply)
    .code(404)
    .send(page(language, title, paragraph(text)))
}
