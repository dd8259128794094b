import type { ReactNode } from 'react'
import { LinkButton } from '../LinkButton.tsx'
import { Empty } from './Empty.tsx'

export interface AbsentProps {
  /** What it would be, in one word. */
  what: string
  /** Where all of them are listed. */
  list: string
  /** Why it may not be there. */
  children: ReactNode
}

/** The page of something that the server does not know. */
export const Absent = ({ what, list, children }: AbsentProps) => (
  <Empty title={`${what.charAt(0).toUpperCase()}${what.slice(1)} not found`}>
    <p>{children}</p>
    <LinkButton to={list}>{`All ${what}s`}</LinkButton>
  </Empty>
)
