import type { Brand } from '@millrace/contract/brand'
import type { Preview } from '@millrace/contract/dashboard/workflows'
import type { EmailBlocks } from '@millrace/contract/email-blocks'
import { emailParts } from '#blocks/email-parts.ts'
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

export type PreviewAside = (question: PreviewQuestion) => Promise<Preview>

export function renderPreview({ text, blocks, brand, channel, facts, options }: PreviewQuestion): Preview {
  const compiled =
    blocks === undefined
      ? compileTemplate(text, channel)
      : compileTemplate(emailParts({ blocks }, brand).html, 'html')
  if (!compiled.ok) return { text: null, variables: [], faults: [...compiled.faults] }
  const rendered = render(compiled.template, facts, options)
  const variables = [...variablesOf(compiled.template)]
  if (rendered.ok) return { text: rendered.text, variables, faults: [] }
  const { message, line, column } = rendered
  return { text: null, variables, faults: [{ message, line, column }] }
}
