import type { ReactNode } from 'react'
import type { Answer } from '../../api/answer.ts'

/** What can be done with several rows of a list at once, one after the other. */
export interface BulkAction<Row> {
  readonly name: string
  readonly danger?: true
  /** The rows it can be done with; the others are left as they are. */
  fits?(row: Row): boolean
  /** Asked once, with the number of rows. */
  question(count: number): { readonly title: string; readonly about: ReactNode; readonly action: string }
  /** What is to be given, and what it is at first. */
  readonly given?: BulkField
  act(row: Row, given: string): Promise<Answer<unknown>>
}

export interface BulkField {
  readonly first: string
  readonly optional?: true
  field(value: string, onChange: (value: string) => void): ReactNode
}

export interface Bulk<Row> {
  nameOf(row: Row): string
  readonly actions: readonly BulkAction<Row>[]
  /** What is read again afterwards: the first parts of query keys. */
  readonly changes: readonly string[]
}
