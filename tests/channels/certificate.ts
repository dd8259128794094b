import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const year = 365 * 24 * 60 * 60 * 1000

/** A certificate for one name that signs itself, made on the spot, so that none can expire in the repository. */
export function selfSigned(
  name: string,
  { kind = 'ec', until = new Date(Date.now() + year) }: { kind?: 'ec' | 'rsa'; until?: Date } = {},
): { key: string; cert: string } {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const algorithm =
    kind === 'ec'
      ? der(0x30, oid('2a8648ce3d040302'))
      : der(0x30, oid('2a864886f70d01010b'), der(0x05, Buffer.alloc(0)))
  const subject = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(name)))))
  const validity = der(0x30, time(new Date(Date.now() - year)), time(until))
  const names = der(0x30, der(0x82, Buffer.from(name)))
  const extensions = der(0xa3, der(0x30, der(0x30, oid('551d11'), der(0x04, names))))
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const certificate = der(0x30, content, algorithm, der(0x03, signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`))
