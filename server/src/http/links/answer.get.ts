import { links } from '@millrace/contract/operations/links'
import { bind } from '../bind.ts'
import { questionPage, thanksPage } from './answer-page.ts'
import { findQuestion } from './asked.ts'
import { asPage } from './page.ts'
import { sendUnknownPage } from './unknown-page.ts'

export default bind(links.askAnswer, parts => async (request, reply) => {
  const found = await findQuestion(parts, request)
  if (found === undefined) return sendUnknownPage(request, reply)
  const { reader, asked } = found
  return asPage(reply).send(
    asked.answer === null ? questionPage(reader, asked, request.params.answer) : thanksPage(reader, asked),
  )
})
