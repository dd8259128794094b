import { createHash } from 'node:crypto'

export const imageTypes = { png: 'image/png', jpg: 'image/jpeg' } as const
export type ImageType = (typeof imageTypes)[keyof typeof imageTypes]

export const hashOf = (organisationId: string, bytes: Buffer): Buffer =>
  createHash('sha256').update(organisationId).update(bytes).digest()

/** The end of the address: the hash, and an ending for programs that go by it. */
export const nameOf = (hash: Buffer, type: ImageType): string =>
  `${hash.toString('base64url')}.${type === 'image/png' ? 'png' : 'jpg'}`

export const urlOf = (baseUrl: string, name: string): string => `${baseUrl}/images/${name}`

/** undefined: no image has this name. */
export function readName(name: string): { readonly hash: Buffer; readonly type: ImageType } | undefined {
  const [, written, ending] = /^([\w-]{43})\.(png|jpg)$/.exec(name) ?? []
  const hash = Buffer.from(written ?? '', 'base64url')
  // The last letter says only four bits, so that several are decoded alike. One address is enough.
  if (hash.length !== 32 || hash.toString('base64url') !== written) return undefined
  return { hash, type: imageTypes[ending as keyof typeof imageTypes] }
}
