import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createTurns } from './turns.ts'

/** What OWASP recommends for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * Checking a password takes tens of milliseconds of a whole core, in Node's thread pool. The process has one pool of
 * four threads, so the limit is for the process, too: however many people sign in at once, a core and two threads
 * stay free for everything else.
 */
const queues = {
  anyone: createTurns({ most: availableParallelism() > 2 ? 2 : 1, longestQueue: 200 }),
  /** For browsers that a member has signed in with before: they do not wait behind strangers. */
  known: createTurns({ most: 1, longestQueue: 50 }),
}
type From = keyof typeof queues
const derive = promisify(argon2)

/** As a PHC string, which contains its parameters: they can be raised without changing what is stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, salt, TAG_BYTES, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`
}

/** Without a stored password, one is checked anyway: it takes the same time, and is never right. */
export async function isPassword(
  password: string,
  stored: string | undefined,
  from: From = 'anyone',
): Promise<boolean> {
  const { cost, salt, tag } = read(stored ?? nobodys)
  const found = await tagOf(password, salt, tag.length, cost, from)
  return timingSafeEqual(found, tag) && stored !== undefined
}

type Cost = typeof COST

/** Two encodings of the same letters are the same password. */
function tagOf(
  password: string,
  salt: Buffer,
  length: number,
  cost: Cost,
  from: From = 'anyone',
): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return queues[from](() => derive('argon2id', { message, nonce: salt, tagLength: length, ...cost }))
}

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function read(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = shape.exec(stored) ?? []
  if (salt === undefined || tag === undefined) throw new Error('a stored password is not a PHC string')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** PHC strings use Base64 without padding. */
const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const nobodys = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(randomBytes(SALT_BYTES))}$${plain(randomBytes(TAG_BYTES))}`
