const HEX = /^(?:[0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The bytes of a signature; undefined for a text that is none. */
export function decodeSignature(text: string, encoding: 'hex' | 'base64'): Buffer | undefined {
  const written = encoding === 'hex' ? HEX.test(text) : BASE64.test(text)
  return written ? Buffer.from(text, encoding) : undefined
}
