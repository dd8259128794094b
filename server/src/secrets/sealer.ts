import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Where a sealed value is stored. It opens only there: not in another row, column or organisation. */
export interface SealContext {
  readonly organisationId: string
  readonly table: string
  readonly column: string
  readonly id: string
}

export interface MasterKeys {
  readonly current: string
  /** Keys that values may still be sealed with, until each has been resealed. */
  readonly previous: readonly string[]
}

export interface Sealer {
  seal(plain: string, context: SealContext): string
  /** Throws `CannotOpen` with a sentence that says why. */
  open(sealed: string, context: SealContext): string
  /** Whether it was sealed with another key than the current one. */
  needsReseal(sealed: string): boolean
}

export class CannotOpen extends Error {
  override name = 'CannotOpen'
}

interface Key {
  readonly fingerprint: string
  readonly bytes: Buffer
}

const VERSION = 'v1'
const shape = /^v1\.([\w-]{11})\.([\w-]+)$/
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals secrets for the database with AES-256-GCM. A sealed value has its version, the fingerprint of its key, and
 * the random IV, the ciphertext and the tag together. Random IVs are safe for 2^32 values of one key.
 */
export function createSealer(masters: MasterKeys): Sealer {
  const current = deriveKey(masters.current)
  const keys = new Map([...masters.previous.map(deriveKey), current].map(key => [key.fingerprint, key]))
  return {
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv)
      cipher.setAAD(boundTo(current, context))
      const parts = [iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${VERSION}.${current.fingerprint}.${Buffer.concat(parts).toString('base64url')}`
    },
    open(sealed, context) {
      const { fingerprint, content } = read(sealed)
      const key = keys.get(fingerprint)
      if (key === undefined) {
        throw new CannotOpen(
          `A stored secret was sealed with another master key (${fingerprint}). Give that key as a previous one.`,
        )
      }
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, content.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(boundTo(key, context))
      decipher.setAuthTag(content.subarray(-TAG_BYTES))
      try {
        return (
          decipher.update(content.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        throw new CannotOpen(
          `A stored secret does not open at ${context.table}.${context.column}: it was changed, or it belongs elsewhere.`,
        )
      }
    },
    needsReseal: sealed => read(sealed).fingerprint !== current.fingerprint,
  }
}

function read(sealed: string): { fingerprint: string; content: Buffer } {
  const [, fingerprint = '', text = ''] = shape.exec(sealed) ?? []
  const content = Buffer.from(text, 'base64url')
  // Only one encoding is accepted, so that every changed letter is noticed.
  if (content.length < IV_BYTES + TAG_BYTES || content.toString('base64url') !== text) {
    throw new CannotOpen('A stored secret is not in the form that this release seals.')
  }
  return { fingerprint, content }
}

function deriveKey(master: string): Key {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', master, '', `millrace ${purpose}`, length))
  return {
    bytes: derive('sealed settings', 32),
    // Eight bytes distinguish keys, and reveal nothing about them.
    fingerprint: derive('sealed settings fingerprint', 8).toString('base64url'),
  }
}

/** JSON separates the parts: no two places have the same bytes. */
function boundTo(key: Key, { organisationId, table, column, id }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([VERSION, key.fingerprint, organisationId, table, column, id]))
}
