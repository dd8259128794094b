/** In place of a node: the e-mail that asks a guest to confirm a consent, which no run has sent. No node can have this id. */
export const CONFIRMATION = '@confirm'
/** The same for the answer to a guest's STOP, START or HELP. */
export const SMS_ANSWER = '@answer'
/** The same for the e-mail that passes on to the organisation what a guest wrote by SMS. */
export const SMS_FORWARD = '@forward'
