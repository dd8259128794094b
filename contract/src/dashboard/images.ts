import { type Static, Type } from 'typebox'
import { Timestamp, words } from '../common.ts'

export const MOST_IMAGES = 500
/** Of one organisation, re-encoded. */
export const MOST_IMAGE_BYTES = 100 * 1024 * 1024

export const NewImage = Type.Object(
  {
    file_name: Type.String({ minLength: 1, maxLength: 200, description: 'For people who look for it.' }),
    content: Type.String({
      // Not a pattern or a length: the limit of the body is enough, and either takes as long as to read the request.
      contentEncoding: 'base64',
      description: 'A still PNG, JPEG, WebP or GIF of up to 3 MB, in base64.',
    }),
  },
  { additionalProperties: false },
)
export type NewImage = Static<typeof NewImage>

export const StoredImage = Type.Object({
  name: Type.String({ description: 'The end of its address.' }),
  url: Type.String({ description: 'Where anyone can see it, such as the guests who get it in an e-mail.' }),
  file_name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  bytes: Type.Integer(),
  created_by: Type.String(),
  created_at: Timestamp,
})
export type StoredImage = Static<typeof StoredImage>

export const ImageUse = Type.Object({
  type: words(['workflow', 'venue', 'organisation', 'piece']),
  id: Type.String(),
  name: Type.String(),
})
export type ImageUse = Static<typeof ImageUse>

export const ListedImage = Type.Object({
  ...StoredImage.properties,
  used_in: Type.Array(ImageUse, {
    description:
      'The brand of the organisation or a venue, workflows, and saved pieces. It cannot be deleted while there are any.',
  }),
})
export type ListedImage = Static<typeof ListedImage>

export const ImageList = Type.Object({ data: Type.Array(ListedImage) })
export const ImageAnswer = Type.Object({ message: Type.String(), image: StoredImage })
