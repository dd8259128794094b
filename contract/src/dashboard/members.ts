import { Type } from 'typebox'
import { Timestamp } from '../common.ts'
import { LinkToken, longestPassword, shortestPassword } from '../session.ts'

/** The link is only in this response. */
export const ResetLinkAnswer = Type.Object({
  message: Type.String(),
  link: Type.String(),
  expires_at: Timestamp,
})

export const ResetLook = Type.Object({ message: Type.String(), email: Type.String() })

export const Reset = Type.Object(
  {
    token: LinkToken,
    password: Type.String({ minLength: shortestPassword, maxLength: longestPassword }),
  },
  { additionalProperties: false },
)
