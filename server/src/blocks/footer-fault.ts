import type { Brand } from '@millrace/contract/brand'
import { linkFault } from '#templates/link-fault.ts'
import { markdownToHtml } from './markdown.ts'

/** The footer stands in every e-mail, so nothing in it may depend on the guest: one that lacks a value would get none of them. */
export function footerFault(brand: Brand | null | undefined): string | undefined {
  const footer = brand?.footer
  if (footer === undefined) return undefined
  if (/\{[{%]/.test(footer))
    return 'The footer is the same for everyone: it cannot have values such as {{ guest.name }}.'
  return linkFault(markdownToHtml(footer))
}
