import { randomBytes } from 'node:crypto'

/** A secret for systems that send along whatever they are given: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
