/** What entries say, in words. One that is missing here is shown as it stands. */
const words: Record<string, string> = {
  'key.created': 'created an API key',
  'key.rotated': 'gave an API key a new secret',
  'key.revoked': 'revoked an API key',
  'member.changed': 'changed a member',
  'member.changed_password': 'changed their password',
  'member.invited': 'invited somebody',
  'member.joined': 'joined',
  'member.removed': 'removed a member',
  'member.renamed': 'changed their name',
  'member.signed_in': 'signed in',
  'member.uninvited': 'withdrew an invitation',
  'organisation.created': 'created the organisation',
  'workflow.created': 'created a workflow',
  'workflow.published': 'published a workflow',
  'workflow.restored': 'restored a version of a workflow',
}

export const inWords = (action: string): string => words[action] ?? action

/** All of a kind, or one of them. */
export const actionChoices: readonly { value: string; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'key', label: 'API keys' },
  { value: 'member', label: 'Members' },
  { value: 'workflow', label: 'Workflows' },
  { value: 'organisation', label: 'The organisation' },
  ...Object.entries(words).map(([value, label]) => ({ value, label: `Who ${label}` })),
]
