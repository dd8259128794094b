import { type Static, type TProperties, Type } from 'typebox'
import { words } from './common.ts'

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

/** A code that stands out, with what it is for. */
const Voucher = block('voucher', {
  text: template(500),
  code: template(200),
  /** Until when, or under which conditions. */
  terms: Type.Optional(template(500)),
})
export type Voucher = Static<typeof Voucher>

export const SimpleBlock = Type.Union([Heading, Text, Button, Image, Divider, Html, Voucher])
export type SimpleBlock = Static<typeof SimpleBlock>

/** Beside each other where there is room, below each other on a phone. */
const Columns = block('columns', {
  columns: Type.Array(Type.Array(SimpleBlock, { minItems: 1, maxItems: 20 }), { minItems: 2, maxItems: 3 }),
})

/** What a guest can answer to a question: one to five stars, or yes or no. */
export const AnswerScale = words(['stars', 'yes_no'])
export type AnswerScale = Static<typeof AnswerScale>

/** Each answer is a link to a page where the guest sends it. An e-mail asks one question. */
const Question = block('question', {
  text: template(500),
  scale: AnswerScale,
  /** What the links of yes_no say. Absent: Yes and No. */
  yes: Type.Optional(template(50)),
  no: Type.Optional(template(50)),
})
export type Question = Static<typeof Question>

/** The values that can be answered, as links and forms write them. */
export const answersTo = (scale: AnswerScale): readonly string[] =>
  scale === 'stars' ? ['1', '2', '3', '4', '5'] : ['yes', 'no']

/** An answer as conditions and templates read it: a number of stars, or true or false. */
export type Answer = number | boolean
export const readAnswer = (scale: AnswerScale, written: string): Answer | undefined => {
  if (!answersTo(scale).includes(written)) return undefined
  return scale === 'stars' ? Number(written) : written === 'yes'
}

/** What can be written in an e-mail, and in a piece that several e-mails share. */
export const WrittenBlock = Type.Union([
  Heading,
  Text,
  Button,
  Image,
  Divider,
  Html,
  Voucher,
  Columns,
  Question,
])
export type WrittenBlock = Static<typeof WrittenBlock>
export type SingleBlock = Exclude<WrittenBlock, { type: 'columns' }>

const limits = { minItems: 1, maxItems: 50 } as const
export const WrittenBlocks = Type.Array(WrittenBlock, limits)

/** What documents call a saved piece. It stays when the name of the piece changes. */
const PIECE_KEY = '^[a-z0-9][a-z0-9_-]{0,63}$'
export const PieceKey = Type.String({ pattern: PIECE_KEY })

const pieceKeyPattern = new RegExp(PIECE_KEY)
export const isPieceKey = (text: unknown): text is string =>
  typeof text === 'string' && pieceKeyPattern.test(text)

/** The blocks of a saved piece, as they are when the e-mail is written. */
const Piece = block('piece', { piece: PieceKey })

export const EmailBlock = Type.Union([...WrittenBlock.anyOf, Piece])
export type EmailBlock = Static<typeof EmailBlock>
export type BlockType = EmailBlock['type']

export const EmailBlocks = Type.Array(EmailBlock, limits)
export type EmailBlocks = Static<typeof EmailBlocks>

export const isWrittenBlock = (block: EmailBlock): block is WrittenBlock => block.type !== 'piece'

/** The question that an e-mail asks, if any. */
export const questionOf = (blocks: EmailBlocks | undefined): Question | undefined =>
  blocks?.find(block => block.type === 'question')

/** Whether an e-mail may ask a question: what a saved piece asks is known once its content is in its place. */
export const mayAsk = ({
  piece,
  blocks = [],
}: {
  readonly piece?: string
  readonly blocks?: EmailBlocks
}): boolean => piece !== undefined || blocks.some(({ type }) => type === 'question' || type === 'piece')
