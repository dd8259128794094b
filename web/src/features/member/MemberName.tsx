import { useMembers } from './member-queries.ts'

/** Who did something, by their name; by their address where they are no longer a member. */
export function MemberName({ email }: { email: string }) {
  const name = useMembers().data?.data.find(member => member.email === email)?.name
  return name === undefined ? email : <span title={email}>{name}</span>
}
