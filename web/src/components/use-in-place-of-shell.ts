import { useLayoutEffect } from 'react'
import { removeShell } from '../opening/shell.ts'

/** For what is shown in the place of the outline that index.html has. */
export const useInPlaceOfShell = (): void => useLayoutEffect(removeShell, [])
