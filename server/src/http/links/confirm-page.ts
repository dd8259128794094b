import { escapeHtml } from '#base/escape-html.ts'
import { wordsIn } from '#channels/guest-words.ts'
import type { UnsubscribeUrl } from '#runs/unsubscribe/unsubscribe-url.ts'
import type { FoundConfirmation } from './confirmation.ts'
import { page, paragraph } from './page.ts'

/** Looking at it confirms nothing: programs that look at links before people do would agree for them. */
export function confirmPage(
  { organisation, language, state, token }: FoundConfirmation,
  unsubscribeUrl: UnsubscribeUrl,
): string {
  const { confirm, unsubscribe } = wordsIn(language)
  if (state === 'waiting')
    return page(
      language,
      confirm.title,
      `${paragraph(confirm.question(organisation))}
<form method="post"><button>${escapeHtml(confirm.button)}</button></form>`,
    )
  const preferences = unsubscribeUrl(token.organisationId, token.guestId, 'email').replace(
    /^.*\/unsubscribe\//,
    '/preferences/',
  )
  return page(
    language,
    confirm.doneTitle,
    `${paragraph(confirm.done(organisation))}
<p><a href="${escapeHtml(preferences)}">${escapeHtml(unsubscribe.choose)}</a></p>`,
  )
}
