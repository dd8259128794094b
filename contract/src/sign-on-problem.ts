/** Why a single sign-on led nowhere. The page shows the sentence; the address has only the word. */
export const signOnProblems = {
  expired:
    'The sign-in took longer than ten minutes, was started in another browser, or was used already. Start again.',
  refused: 'Your identity provider did not sign you in.',
  not_verified:
    "Your identity provider's answer could not be verified. Start again; if it happens twice, an owner can see why in the audit log.",
  unreachable: 'Your identity provider did not answer. Try again in a minute.',
  email_not_verified:
    'Your identity provider has not verified your e-mail address. Ask its administrator to do so.',
  other_domain: 'Your e-mail address is not in a domain that this organisation accepts.',
  domain_not_proven:
    'This organisation has not proven yet that the domain of your e-mail address is its own. Ask an owner.',
  no_access: 'None of your groups at the identity provider has access to this organisation. Ask an owner.',
  address_taken:
    'Another person at the identity provider signed in with your e-mail address before. Ask an owner to remove that member.',
} as const
export type SignOnProblem = keyof typeof signOnProblems

export const isSignOnProblem = (word: string | null): word is SignOnProblem =>
  word !== null && Object.hasOwn(signOnProblems, word)
