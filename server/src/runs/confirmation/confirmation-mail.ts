import { escapeHtml } from '#base/escape-html.ts'
import { type Language, wordsIn } from '#channels/guest-words.ts'
import type { EmailContent } from '#steps/step.ts'

/** The e-mail that asks a guest to confirm. Nothing in it is marketing, and nothing but the link can be followed. */
export function confirmationMail(
  { organisation, name, language }: { organisation: string; name: string | null; language: Language },
  url: string,
): EmailContent {
  const { subject, intro, link, otherwise } = wordsIn(language).confirm
  return {
    subject: subject(organisation),
    html: `<!doctype html>
<html lang="${language}">
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">
<p>${escapeHtml(intro(organisation))}</p>
<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border:1px solid;text-decoration:none">${escapeHtml(link)}</a></p>
<p>${escapeHtml(otherwise)}</p>
</body>
</html>
`,
    text: `${intro(organisation)}\n\n${url}\n\n${otherwise}\n`,
    ...(name === null ? {} : { to_name: name }),
  }
}
