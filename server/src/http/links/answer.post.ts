import { readAnswer } from '@millrace/contract/email-blocks'
import { links } from '@millrace/contract/operations/links'
import { inTenant } from '#db/database.ts'
import { heedAnswer } from '#runs/commands/heed-answer.ts'
import { bind } from '../bind.ts'
import { formOf } from './accept-forms.ts'
import { questionPage, thanksPage } from './answer-page.ts'
import { findQuestion } from './asked.ts'
import { asPage } from './page.ts'
import { sendUnknownPage } from './unknown-page.ts'

/** Stores the answer of a guest. The first one counts: the run has continued with it. */
export default bind(links.giveAnswer, parts => async (request, reply) => {
  const found = await findQuestion(parts, request)
  if (found === undefined) return sendUnknownPage(request, reply)
  const { reader, asked } = found
  if (asked.answer !== null) return asPage(reply).send(thanksPage(reader, asked))
  const answer = readAnswer(asked.question.scale, formOf(request).get('answer') ?? '')
  if (answer === undefined)
    return asPage(reply)
      .code(400)
      .send(questionPage(reader, asked, request.params.answer))
  const { organisationId } = reader.subscription
  const { messageId } = request.params
  const { runId, guestId } = asked
  await inTenant(parts.database, organisationId, tx =>
    heedAnswer(tx, parts.queue, { organisationId, messageId, runId, guestId, answer }),
  )
  // Of two answers at once one was stored.
  const after = (await findQuestion(parts, request))?.asked ?? { ...asked, answer }
  return asPage(reply).send(thanksPage(reader, after))
})
