import { answersTo, readAnswer } from '@millrace/contract/email-blocks'
import { escapeHtml } from '#base/escape-html.ts'
import { wordsIn } from '#channels/guest-words.ts'
import type { Asked } from '#messages/record-answer.ts'
import { page, paragraph } from './page.ts'
import type { Reader } from './reader.ts'

/** The question with the answer that was clicked. Looking at it stores nothing: programs open links before people do. */
export function questionPage({ language }: Reader, asked: Asked, clicked: string): string {
  const { scale, text } = asked.question
  const boxes = answersTo(scale).map(
    answer =>
      `<label><input type="radio" name="answer" value="${answer}" required${answer === clicked ? ' checked' : ''}> ${escapeHtml(labelOf(language, asked, answer))}</label>`,
  )
  const { button } = wordsIn(language).answer
  return page(
    language,
    text,
    `<form method="post">${boxes.join('\n')}\n<button>${escapeHtml(button)}</button></form>`,
  )
}

export function thanksPage({ organisation, language }: Reader, asked: Asked): string {
  const words = wordsIn(language).answer
  const given = answersTo(asked.question.scale).find(
    answer => readAnswer(asked.question.scale, answer) === asked.answer,
  )
  const said = given === undefined ? [] : [paragraph(words.given(labelOf(language, asked, given)))]
  return page(language, words.thanksTitle, [paragraph(words.thanks(organisation)), ...said].join('\n'))
}

function labelOf(
  language: Reader['language'],
  { question: { scale, yes, no } }: Asked,
  answer: string,
): string {
  const words = wordsIn(language).answer
  if (scale === 'stars') return words.stars(Number(answer))
  return answer === 'yes' ? (yes ?? words.yes) : (no ?? words.no)
}
