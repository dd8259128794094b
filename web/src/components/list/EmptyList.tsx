import type { ReactNode } from 'react'
import { t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import { Empty } from './Empty.tsx'

export interface EmptyListProps {
  title: string
  /** Where the list begins: what comes here, and what to do for it. */
  about: ReactNode
  /** The title when rows are left out. */
  none: string
  isFiltered: boolean
  onClear(): void
}

/** A list without rows: there are none yet, or none that match the filter. */
export const EmptyList = ({ title, about, none, isFiltered, onClear }: EmptyListProps) => (
  <Empty title={isFiltered ? none : title}>
    {isFiltered ? (
      <Button quiet onClick={onClear}>
        {t`Show all`}
      </Button>
    ) : (
      about
    )}
  </Empty>
)
