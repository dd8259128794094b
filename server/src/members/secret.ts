import { randomBytes } from 'node:crypto'
import { hashCredential } from '#access/credential.ts'

/** 256 random bits that are issued once; only their hash is stored. */
export interface Secret {
  readonly token: string
  readonly hash: Buffer
}

export function newSecret(): Secret {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashCredential(token) }
}

export const hashSecret = hashCredential

export const isSecret = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** After the #, where no server or proxy sees it. */
export const setupLink = (baseUrl: string, token: string): string => `${baseUrl}/setup#${token}`
export const invitationLink = (baseUrl: string, token: string): string => `${baseUrl}/invitation#${token}`
export const resetLink = (baseUrl: string, token: string): string => `${baseUrl}/sign-in?reset#${token}`
