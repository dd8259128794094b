import type { Brand } from '@millrace/contract/brand'
import type { Preview } from '@millrace/contract/dashboard/workflows'
import type { EmailBlocks } from '@millrace/contract/email-blocks'
import { type EmailParts, emailParts } from '#blocks/email-parts.ts'
import { type NotUnderstood, notUnderstood } from '#blocks/mail-programs.ts'
import { textFromHtml } from '#channels/email/text-from-html.ts'
import { compileTemplate, variablesOf } from '#templates/compile-template.ts'
import { render } from '#templates/render.ts'

/** Everything that a preview is made of; it can go to a thread. */
export interface PreviewQuestion {
  readonly text: string
  /** In place of the text. */
  readonly blocks?: EmailBlocks | undefined
  /** Of the e-mail that the blocks are. */
  readonly brand: Brand
  readonly channel: Parameters<typeof compileTemplate>[1]
  readonly facts: Parameters<typeof render>[1]
  readonly options: Parameters<typeof render>[2]
}

/** As it comes from the thread: what guests lack is asked afterwards. */
export interface RenderedPreview extends Omit<Preview, 'email'> {
  readonly email?: {
    readonly plain: string
    readonly bytes: number
    readonly not_understood: NotUnderstood[]
  }
}

export type PreviewAside = (question: PreviewQuestion) => Promise<RenderedPreview>

export function renderPreview(question: PreviewQuestion): RenderedPreview {
  const { text, blocks, brand, channel, facts, options } = question
  const parts = blocks && emailParts({ blocks }, brand)
  const compiled = parts === undefined ? compileTemplate(text, channel) : compileTemplate(parts.html, 'html')
  if (!compiled.ok) return { text: null, variables: [], faults: [...compiled.faults] }
  const rendered = render(compiled.template, facts, options)
  const variables = [...variablesOf(compiled.template)]
  if (rendered.ok) {
    const email = parts && {
      plain: plainOf(parts, rendered.text, question),
      bytes: Buffer.byteLength(rendered.text),
      not_understood: notUnderstood(rendered.text),
    }
    return { text: rendered.text, variables, faults: [], ...(email && { email }) }
  }
  const { message, line, column } = rendered
  return { text: null, variables, faults: [{ message, line, column }] }
}

/** As the step writes it; what cannot be rendered is said of the HTML, which has the same values. */
function plainOf({ text }: EmailParts, html: string, { facts, options }: PreviewQuestion): string {
  if (text === undefined) return textFromHtml(html)
  const compiled = compileTemplate(text, 'text')
  const rendered = compiled.ok ? render(compiled.template, facts, options) : undefined
  return rendered?.ok ? rendered.text : ''
}
