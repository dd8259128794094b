import { escapeHtml } from '#base/escape-html.ts'
import { wordsIn } from '#channels/guest-words.ts'
import { page, paragraph } from './page.ts'
import type { Reader } from './reader.ts'

/** Looking at it changes nothing: programs that look at links before people do would unsubscribe them. */
export function askPage({ organisation, language, subscription }: Reader): string {
  const words = wordsIn(language).unsubscribe
  return page(
    language,
    words.title,
    `${paragraph(words.question[subscription.channel](organisation))}
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.button)}</button></form>`,
  )
}

/** `token` is the part of the address that is the same for both pages. */
export function donePage({ organisation, language, subscription }: Reader, token: string): string {
  const words = wordsIn(language).unsubscribe
  return page(
    language,
    words.doneTitle,
    `${paragraph(words.done[subscription.channel](organisation))}
<p><a href="/preferences/${escapeHtml(token)}">${escapeHtml(words.choose)}</a></p>`,
  )
}
