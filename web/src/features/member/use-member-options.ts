import type { Option } from '../../components/form/option.ts'
import { useMembers } from './member-queries.ts'

/** Members by name, to hand something to. Names of roles can be typed. */
export const useMemberOptions = (): readonly Option[] =>
  useMembers().data?.data.map(({ name, email }) => ({ value: name, about: email })) ?? []
