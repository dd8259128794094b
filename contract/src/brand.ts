import { type Static, Type } from 'typebox'
import { words } from './common.ts'

/**
 * How e-mails that are built from blocks look. A venue may have its own, and what it leaves out is the organisation's.
 */

const closed = { additionalProperties: false } as const
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** Every mail program has one of these, or one that is much like it. */
export const brandFonts = {
  Arial: 'Arial, Helvetica, sans-serif',
  Georgia: 'Georgia, "Times New Roman", serif',
  Helvetica: 'Helvetica, Arial, sans-serif',
  Tahoma: 'Tahoma, Verdana, sans-serif',
  'Times New Roman': '"Times New Roman", Times, serif',
  'Trebuchet MS': '"Trebuchet MS", Tahoma, sans-serif',
  Verdana: 'Verdana, Geneva, sans-serif',
} as const
export type BrandFont = keyof typeof brandFonts

export const Brand = Type.Object(
  {
    /** Above the e-mail. */
    logo: Type.Optional(
      Type.Object(
        {
          url: Type.String({ maxLength: 2_000, pattern: '^https?://[^\\s<>"{}]+$' }),
          /** For people who do not see the image. */
          alt: Type.String({ minLength: 1, maxLength: 200 }),
        },
        closed,
      ),
    ),
    /** Of buttons and links. */
    accent: Type.Optional(Colour),
    /** Around the e-mail. */
    background: Type.Optional(Colour),
    font: Type.Optional(words(Object.keys(brandFonts) as BrandFont[])),
    /** Below the e-mail, such as the address: Markdown, without values. */
    footer: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  },
  closed,
)
export type Brand = Static<typeof Brand>

/** What applies at a venue. */
export const brandAt = (organisation: Brand | null | undefined, venue: Brand | null | undefined): Brand => ({
  ...organisation,
  ...venue,
})
