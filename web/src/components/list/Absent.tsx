import type { ReactNode } from 'react'
import { LinkButton } from '../LinkButton.tsx'
import { Empty } from './Empty.tsx'

export interface AbsentProps {
  title: string
  /** Where all of them are listed, and what that is called. */
  list: string
  all: string
  /** Why it may not be there. */
  children: ReactNode
}

/** The page of something that the server does not know. */
export const Absent = ({ title, list, all, children }: AbsentProps) => (
  <Empty title={title}>
    <p>{children}</p>
    <LinkButton to={list}>{all}</LinkButton>
  </Empty>
)
