import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#base/escape-html.ts'
import type { Language } from '#channels/guest-words.ts'

/** Pages for guests: plain HTML that needs no script and no cookie, in the colours of the reader's system. */

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}' +
  'button{font:inherit;padding:.6rem 1.2rem;cursor:pointer}' +
  'label{display:flex;gap:.6rem;align-items:baseline;margin:.75rem 0}' +
  'fieldset{border:0;margin:1.5rem 0;padding:0}legend{padding:0;font-weight:600}' +
  'form+form{margin-top:2rem}'

/** Nothing but this style, and forms to ourselves. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What it shows is about one guest, and the address is their key to it: no cache keeps it, and no other site learns it. */
export const asPage = <Reply extends FastifyReply>(reply: Reply): Reply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer') as Reply

export function page(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}

export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
