import { createHash, randomBytes } from 'node:crypto'

/** The unguessable part of a connection's address: 256 random bits. */
export const newAddress = (): string => randomBytes(32).toString('base64url')

export const isAddress = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Random bits need no slow hash and no salt. */
export const hashAddress = (address: string): Buffer => createHash('sha256').update(address).digest()

export const hookUrl = (baseUrl: string, address: string): string => `${baseUrl}/hooks/${address}`
