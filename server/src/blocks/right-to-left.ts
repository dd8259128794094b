import type { WrittenBlock } from '@millrace/contract/email-blocks'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** Addresses say nothing about the language, nor does HTML, whose author has decided. */
const silent = new Set(['type', 'url', 'link', 'html', 'scale'])

/** Whether an e-mail is written from right to left: its first letter says so, as browsers decide it. */
export function isRightToLeft(blocks: readonly WrittenBlock[]): boolean {
  const letter = /\p{L}/u.exec(
    textsOf(blocks)
      .join(' ')
      .replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, ''),
  )
  return letter !== null && RIGHT_TO_LEFT.test(letter[0])
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([field, inner]) => (silent.has(field) ? [] : textsOf(inner)))
}
