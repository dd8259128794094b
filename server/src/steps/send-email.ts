import { type Brand, brandAt } from '@millrace/contract/brand'
import { questionOf } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'
import { CLICK_COUNTING } from '@millrace/contract/topic'
import { emailParts } from '#blocks/email-parts.ts'
import { readableOn } from '#blocks/readable.ts'
import { languageOf } from '#channels/guest-words.ts'
import { type ExpandedEmail, noPiece } from '#workflows/pieces/expand-pieces.ts'
import { guestLinks } from './guest-links.ts'
import { localisationOf } from './localisation.ts'
import { localised } from './localised.ts'
import { withPreview } from './preview-text.ts'
import { renderField } from './render-field.ts'
import { sendTo } from './sending.ts'
import { type EmailContent, type Step, type StepFacts, StepFailed } from './step.ts'
import { withFooter, withTextFooter } from './unsubscribe-footer.ts'

export const sendEmail: Step<'send_email'> = (step, facts) =>
  sendTo('email', step, facts, () => {
    const { node, stepFacts, language } = localised(step, facts)
    requirePieces(node)
    const content = node.class === 'transactional' ? write(node, stepFacts) : marketing(node, stepFacts)
    const { piece_versions: pieces } = node as ExpandedEmail
    return {
      content: { ...content, ...counting(node, stepFacts) },
      detail: {
        subject: content.subject,
        ...(language === undefined ? {} : { language }),
        ...(pieces === undefined ? {} : { pieces }),
      },
    }
  })

/** A piece is not deleted while it is used, so this needs a database that was changed by hand. */
function requirePieces({ piece, blocks = [] }: NodeOf<'send_email'>): void {
  const missing = piece ?? blocks.find(block => block.type === 'piece')?.piece
  if (missing !== undefined) throw new StepFailed('piece_missing', noPiece(missing), { piece: missing })
}

/** Whether clicks are counted is the organisation's choice, and then the guest's. */
function counting(
  node: NodeOf<'send_email'>,
  { settings, facts }: StepFacts,
): Pick<EmailContent, 'count_links'> {
  const { link_counting = 'none' } = settings
  const counted = link_counting === 'all' || (link_counting === 'marketing' && node.class !== 'transactional')
  return counted && !facts.guest.topics_off?.includes(CLICK_COUNTING) ? { count_links: true } : {}
}

/** With a visible link to unsubscribe, and the address that mail programs show as a button. */
function marketing(node: NodeOf<'send_email'>, stepFacts: StepFacts): EmailContent {
  const { html, text, ...content } = write(node, stepFacts)
  const links = guestLinks(stepFacts.run, 'email')
  const language = languageOf(stepFacts.facts.guest.attributes.language, localisationOf(stepFacts).locale)
  return {
    ...content,
    html: withFooter(html, links, language, footerColour(node, brandOf(stepFacts))),
    ...(text === undefined ? {} : { text: withTextFooter(text, links, language) }),
    unsubscribe_url: links.unsubscribe,
  }
}

const brandOf = ({ settings, facts }: StepFacts) => brandAt(settings.brand, facts.venue?.brand)

/** It stands on the background of the brand; HTML has its own, which is mostly white. */
const footerColour = ({ blocks }: NodeOf<'send_email'>, { background }: Brand) =>
  blocks === undefined || background === undefined ? undefined : readableOn(background)

function write(node: NodeOf<'send_email'>, stepFacts: StepFacts): EmailContent {
  const { guest } = stepFacts.facts
  const parts = emailParts(node, brandOf(stepFacts))
  const { html, text } = parts
  // HTML is the same for every brand, and its parts are not kept.
  const of = node.blocks === undefined ? node : parts
  const preview =
    node.preview === undefined ? '' : renderField(node, 'preview', node.preview, 'subject', stepFacts)
  return {
    subject: renderField(node, 'subject', node.subject ?? '', 'subject', stepFacts),
    ...(preview === '' ? {} : { preview }),
    html: withPreview(renderField(node, 'html', html, 'html', stepFacts, of), preview),
    ...(text === undefined ? {} : { text: renderField(node, 'text', text, 'text', stepFacts, of) }),
    ...(node.from_name === undefined
      ? {}
      : { from_name: renderField(node, 'from_name', node.from_name, 'subject', stepFacts) }),
    ...(node.reply_to === undefined
      ? {}
      : { reply_to: renderField(node, 'reply_to', node.reply_to, 'subject', stepFacts) }),
    ...(guest.name === null ? {} : { to_name: guest.name }),
    ...asked(node, stepFacts),
  }
}

/** As the guest reads it, for the page where they answer. */
function asked(node: NodeOf<'send_email'>, stepFacts: StepFacts): Pick<EmailContent, 'question'> {
  const question = questionOf(node.blocks)
  if (question === undefined) return {}
  const { text, scale, yes, no } = question
  const rendered = (field: string, template: string) =>
    renderField(node, `question ${field}`, template, 'subject', stepFacts)
  return {
    question: {
      text: rendered('text', text),
      scale,
      ...(yes === undefined ? {} : { yes: rendered('yes', yes) }),
      ...(no === undefined ? {} : { no: rendered('no', no) }),
    },
  }
}
