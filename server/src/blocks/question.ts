import { answersTo, type Question } from '@millrace/contract/email-blocks'
import { escapeHtml } from '#base/escape-html.ts'
import { aroundLiquid } from './marks.ts'

/** Each answer as a link. Where it leads is known for a guest only: see `links.answer`. */
export function questionToHtml(question: Question): string {
  const links = answersTo(question.scale).map(
    answer =>
      `<a href="{{ links.answer }}/${answer}" target="_blank" style="${LINK}">${escaped(labelOf(question, answer))}</a>`,
  )
  return `<p style="margin:0 0 12px"><strong>${escaped(question.text)}</strong></p>\n<p style="margin:0">${links.join('\n')}</p>`
}

export const questionToText = (question: Question): string =>
  [
    question.text,
    ...answersTo(question.scale).map(answer => `${labelOf(question, answer)}: {{ links.answer }}/${answer}`),
  ].join('\n')

/** Large enough for a thumb. */
const LINK =
  'display:inline-block;margin:0 8px 8px 0;padding:10px 14px;border:1px solid #26282c;border-radius:6px;color:#26282c;text-decoration:none'

function labelOf({ scale, yes = 'Yes', no = 'No' }: Question, answer: string): string {
  if (scale === 'stars') return `${answer} ★`
  return answer === 'yes' ? yes : no
}

const escaped = (text: string) => aroundLiquid(text, escapeHtml)
