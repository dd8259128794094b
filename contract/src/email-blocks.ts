import { type Static, type TProperties, Type } from 'typebox'

/**
 * An e-mail as a list of blocks, which are rendered to HTML that mail programs agree on. Every text and address in it is
 * a template. `text` of a text block is Markdown: paragraphs, **bold**, *italic*, [links](https://…) and lists.
 */

const closed = { additionalProperties: false } as const
const template = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const block = <const Kind extends string, Fields extends TProperties>(type: Kind, fields: Fields) =>
  Type.Object({ type: Type.Literal(type), ...fields }, closed)

/** Web pages, mail and telephone; the rest of an address may come from data. */
const Address = template(2_000)

const Heading = block('heading', { text: template(500) })
const Text = block('text', { text: template(20_000) })
const Button = block('button', { text: template(200), url: Address })
const Image = block('image', {
  url: Address,
  /** For people who do not see the image. */
  alt: Type.String({ maxLength: 500 }),
  /** Where a click on it leads. */
  link: Type.Optional(Address),
})
const Divider = block('divider', {})
const Html = block('html', { html: template(50_000) })

export const SimpleBlock = Type.Union([Heading, Text, Button, Image, Divider, Html])
export type SimpleBlock = Static<typeof SimpleBlock>

/** Beside each other where there is room, below each other on a phone. */
const Columns = block('columns', {
  columns: Type.Array(Type.Array(SimpleBlock, { minItems: 1, maxItems: 20 }), { minItems: 2, maxItems: 3 }),
})

export const EmailBlock = Type.Union([Heading, Text, Button, Image, Divider, Html, Columns])
export type EmailBlock = Static<typeof EmailBlock>
export type BlockType = EmailBlock['type']

export const EmailBlocks = Type.Array(EmailBlock, { minItems: 1, maxItems: 50 })
export type EmailBlocks = Static<typeof EmailBlocks>
