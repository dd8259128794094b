import { createHash } from 'node:crypto'
import { escapeHtml } from '#base/escape-html.ts'
import type { MessageChannel } from '#steps/step.ts'

/** Pages for guests: plain HTML that needs no script, no cookie and no style, in the colours of the reader's system. */

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}' +
  'button{font:inherit;padding:.6rem 1.2rem;cursor:pointer}'

/** Nothing but this style, and forms to ourselves. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const channelWords: Record<MessageChannel, string> = { email: 'e-mails', sms: 'text messages' }

/** Looking at it changes nothing: programs that look at links before people do would unsubscribe them. */
export function askPage(organisation: string, channel: MessageChannel): string {
  const words = channelWords[channel]
  return page(
    'Unsubscribe',
    `<p>Do you want no more ${words} from ${escapeHtml(organisation)}?</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`,
  )
}

export const donePage = (organisation: string, channel: MessageChannel) =>
  page(
    'You are unsubscribed',
    `<p>${escapeHtml(organisation)} will send you no more ${channelWords[channel]}.</p>`,
  )

export const unknownPage = page(
  'This link does not work',
  '<p>It may have been cut off on its way. Try the link in the message once more, or answer the message.</p>',
)

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}
