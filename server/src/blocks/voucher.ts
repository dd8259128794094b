import type { Voucher } from '@millrace/contract/email-blocks'
import { escapeHtml } from '#base/escape-html.ts'
import { aroundLiquid } from './marks.ts'

/** A table, because Outlook gives no other element a border with room inside it. */
export function voucherToHtml({ text, code, terms }: Voucher): string {
  const small =
    terms === undefined
      ? ''
      : `<div style="font-size:13px;line-height:20px;color:#595959">${escaped(terms)}</div>`
  return (
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border:2px dashed #8a8f98;border-radius:6px">' +
    '<tr><td align="center" style="padding:20px 16px;text-align:center">' +
    `<div style="font-weight:700">${escaped(text)}</div>` +
    `<div style="padding:8px 0;font-family:Courier New,Courier,monospace;font-size:24px;line-height:32px;letter-spacing:2px">${escaped(code)}</div>` +
    `${small}</td></tr></table>`
  )
}

export const voucherToText = ({ text, code, terms }: Voucher): string =>
  [text, code, terms].filter(Boolean).join('\n')

const escaped = (text: string) => aroundLiquid(text, escapeHtml)
