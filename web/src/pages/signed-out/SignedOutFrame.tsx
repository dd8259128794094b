import type { ReactNode } from 'react'
import { Header } from '../../components/Header.tsx'
import { Toasts } from '../../components/Toasts.tsx'
import { useInPlaceOfShell } from '../../components/use-in-place-of-shell.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import styles from './SignedOutFrame.module.css'

/** One thing to do, in the middle of the page. */
export function SignedOutFrame({
  title,
  children,
  below,
}: {
  title: string
  children: ReactNode
  below?: ReactNode
}) {
  useInPlaceOfShell()
  return (
    <>
      <Header current="sign-in" />
      <main id="content" tabIndex={-1} className={styles.page}>
        <div className={styles.card}>
          <h1>{title}</h1>
          {children}
        </div>
        {below && <div className={styles.below}>{below}</div>}
        <LanguageChoice />
      </main>
      <Toasts />
    </>
  )
}
