import { createHash, createPublicKey, createVerify } from 'node:crypto'

/**
 * Whether the signature of an e-mail holds, as a receiver finds out by RFC 6376 (relaxed/relaxed). `texts` are the TXT
 * records that it finds.
 */
export function dkimHolds(raw: string, texts: (name: string) => readonly string[]): boolean {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = headers.find(line => /^dkim-signature:/i.test(line))
  if (signature === undefined) return false
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1))
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed') return false
  const hash = createHash('sha256')
    .update(relaxedBody(raw.slice(end + 4)))
    .digest('base64')
  if (hash !== tags.get('bh')) return false

  const left = [...headers]
  const signed = (tags.get('h') ?? '').split(':').map(name => {
    const at = left.findLastIndex(line => line.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`))
    return at === -1 ? '' : `${relaxedHeader(left.splice(at, 1)[0] as string)}\r\n`
  })
  const [record = ''] = texts(`${tags.get('s')}._domainkey.${tags.get('d')}`)
  const key = createPublicKey({
    key: Buffer.from(tagsOf(record).get('p') ?? '', 'base64'),
    type: 'spki',
    format: 'der',
  })
  const own = relaxedHeader(signature).replace(/([;:\s]b=)[^;]*/, '$1')
  return createVerify('sha256')
    .update(signed.join('') + own)
    .verify(key, tags.get('b') ?? '', 'base64')
}

const tagsOf = (list: string) =>
  new Map(
    list
      .split(';')
      .filter(tag => tag.includes('='))
      .map(tag => [
        tag.slice(0, tag.indexOf('=')).trim(),
        tag.slice(tag.indexOf('=') + 1).replaceAll(/\s/g, ''),
      ]),
  )

function relaxedHeader(line: string): string {
  const at = line.indexOf(':')
  const value = line
    .slice(at + 1)
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, at).trim().toLowerCase()}:${value}`
}

const relaxedBody = (body: string) =>
  body
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ \r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '\r\n')
