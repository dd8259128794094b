import type { NodeOf } from '@millrace/contract/node'
import { blocksToHtml } from './blocks-to-html.ts'
import { blocksToText } from './blocks-to-text.ts'

export interface EmailParts {
  readonly html: string
  /** Absent: it is made from the HTML once that is rendered. */
  readonly text: string | undefined
}

/** The blocks of a version of a workflow are converted once, not once for each guest. */
const converted = new WeakMap<object, EmailParts>()

/** The templates of an e-mail's two parts, whether it was written as blocks or as HTML. */
export function emailParts({
  html,
  blocks,
  text,
}: Pick<NodeOf<'send_email'>, 'html' | 'blocks' | 'text'>): EmailParts {
  if (blocks === undefined) return { html: html ?? '', text }
  let parts = converted.get(blocks)
  if (parts === undefined) {
    parts = { html: blocksToHtml(blocks), text: blocksToText(blocks) }
    converted.set(blocks, parts)
  }
  return text === undefined ? parts : { ...parts, text }
}
