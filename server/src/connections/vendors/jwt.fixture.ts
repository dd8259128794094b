import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { jwt } from './jwt.ts'
import type { VendorExample } from './vendor-example.fixture.ts'

/** The key of a name: the same name has the same one. RFC 8410 in front of 32 bytes. */
const keyOf = (name: string) =>
  createPrivateKey({
    key: Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      createHash('sha256').update(name).digest(),
    ]),
    format: 'der',
    type: 'pkcs8',
  })

/** As the other system publishes it, and then pasted without spaces. */
export const keySetOf = (name: string): string =>
  JSON.stringify({ keys: [{ ...createPublicKey(keyOf(name)).export({ format: 'jwk' }), kid: 'k1' }] })

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signed with the key whose public half is in the set; another text is another key. */
export function tokenBy(
  secret: string,
  claims: object,
  header: object = { alg: 'EdDSA', kid: 'k1' },
): string {
  const content = `${part(header)}.${part(claims)}`
  const name = secret === keySetOf('sender') ? 'sender' : secret
  return `${content}.${sign(null, Buffer.from(content), keyOf(name)).toString('base64url')}`
}

export const jwtExample: VendorExample = {
  vendor: jwt,
  secret: keySetOf('sender'),
  sign(secret, _body, _url, now) {
    const at = Math.floor(now.getTime() / 1_000)
    return { authorization: `Bearer ${tokenBy(secret, { iss: 'till', iat: at, exp: at + 60 })}` }
  },
  deliveries: [
    {
      name: 'JSON with a token',
      body: { email: 'ada@example.com', name: 'Ada' },
      makes: [{ identifiers: [{ type: 'email', value: 'ada@example.com' }], name: 'Ada', source: 'webhook' }],
    },
  ],
}
