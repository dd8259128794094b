import type { Brand } from '@millrace/contract/brand'
import type { EmailBlocks } from '@millrace/contract/email-blocks'
import { escapeHtml } from '#base/escape-html.ts'
import { emailParts } from '#blocks/email-parts.ts'
import { type Language, wordsIn } from '#channels/guest-words.ts'
import type { EmailContent } from '#steps/step.ts'

export interface ConfirmationFacts {
  readonly organisation: string
  readonly name: string | null
  readonly language: Language
  readonly brand: Brand | null
}

/**
 * The e-mail that asks a guest to confirm, in the brand of the organisation. Nothing in it is marketing, and besides the
 * link only what stands in the footer of the brand can be followed.
 */
export function confirmationMail(
  { organisation, name, language, brand }: ConfirmationFacts,
  url: string,
): EmailContent {
  const { subject, intro, link, otherwise } = wordsIn(language).confirm
  const values = { intro: intro(organisation), link, url, otherwise }
  const { html, text = '' } = brand === null ? plain : emailParts({ blocks }, brand)
  return {
    subject: subject(organisation),
    html: fill(html, values, escapeHtml).replace('<html', `<html lang="${language}"`),
    text: fill(text, values, value => value),
    ...(name === null ? {} : { to_name: name }),
  }
}

type Values = Readonly<Record<'intro' | 'link' | 'url' | 'otherwise', string>>

/**
 * Not by a template: the name of the organisation may look like one. These are words that no brand has, and an address,
 * because the button of an e-mail needs one.
 */
const places: Values = {
  intro: 'heldconfirmintro',
  link: 'heldconfirmlink',
  url: 'https://heldconfirmurl.invalid/',
  otherwise: 'heldconfirmotherwise',
}
const everyPlace = new RegExp(Object.values(places).join('|'), 'g')
const valueAt = new Map(Object.entries(places).map(([value, place]) => [place, value as keyof Values]))

const fill = (text: string, values: Values, written: (value: string) => string): string =>
  text.replace(everyPlace, place => written(values[valueAt.get(place) as keyof Values]))

/** Converted once for each brand. */
const blocks: EmailBlocks = [
  { type: 'text', text: places.intro },
  { type: 'button', text: places.link, url: places.url },
  { type: 'text', text: places.otherwise },
]

const plain = {
  html: `<!doctype html>
<html>
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">
<p>${places.intro}</p>
<p><a href="${places.url}" style="display:inline-block;padding:10px 20px;border:1px solid;text-decoration:none">${places.link}</a></p>
<p>${places.otherwise}</p>
</body>
</html>
`,
  text: `${places.intro}\n\n${places.url}\n\n${places.otherwise}\n`,
}
