import type { Brand } from '@millrace/contract/brand'
import { isWrittenBlock } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'
import { BoundedMap } from '#base/bounded-map.ts'
import { blocksToHtml } from './blocks-to-html.ts'
import { blocksToText } from './blocks-to-text.ts'

export interface EmailParts {
  readonly html: string
  /** Absent: it is made from the HTML once that is rendered. */
  readonly text: string | undefined
}

/** Of one e-mail; a group with more venues that look different converts some of them again. */
const MOST_BRANDS = 100

/** The blocks of a version of a workflow are converted once for each brand, not once for each guest. */
const converted = new WeakMap<object, BoundedMap<EmailParts>>()

/**
 * The templates of an e-mail's two parts, whether it was written as blocks or as HTML. HTML is as its author wrote it,
 * without the brand. For the same blocks, which belong to one node and its text, and the same brand they are the same object.
 */
export function emailParts(
  { html, blocks, text }: Pick<NodeOf<'send_email'>, 'html' | 'blocks' | 'text'>,
  brand: Brand = {},
): EmailParts {
  if (blocks === undefined) return { html: html ?? '', text }
  let brands = converted.get(blocks)
  if (brands === undefined) {
    brands = new BoundedMap(MOST_BRANDS)
    converted.set(blocks, brands)
  }
  const key = JSON.stringify(brand)
  let parts = brands.get(key)
  if (parts === undefined) {
    // A piece that does not exist is a fault, and nothing is sent with it.
    const written = blocks.filter(isWrittenBlock)
    parts = { html: blocksToHtml(written, brand), text: text ?? blocksToText(written, brand) }
    brands.set(key, parts)
  }
  return parts
}
