import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Brand } from '../../components/Brand.tsx'
import { Icon } from '../../components/Icon.tsx'
import { isApple } from '../../components/is-apple.ts'
import { PageBoundary } from '../../components/PageBoundary.tsx'
import { SkipLink } from '../../components/SkipLink.tsx'
import { useInPlaceOfShell } from '../../components/use-in-place-of-shell.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { Palette } from '../palette/Palette.tsx'
import { deferred } from '../routes/deferred.tsx'
import { useIsOpening } from '../routes/opening.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import styles from './Frame.module.css'
import { MemberMenu } from './MemberMenu.tsx'
import { Navigation } from './Navigation.tsx'
import { useFrameKeys } from './use-frame-keys.ts'

export const shortcutsDialog = deferred(() =>
  import('../../components/shortcuts/ShortcutsDialog.tsx').then(it => it.ShortcutsDialog),
)

/** The frame of every page for members. On a phone the navigation is behind a button. */
export function Frame({ children }: { children: ReactNode }) {
  useInPlaceOfShell()
  const [location] = useLocation()
  const [finding, setFinding] = useState(false)
  const [helping, setHelping] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const isOpening = useIsOpening()
  // Staff have one page, and nothing to look for.
  const maySearch = useSignedIn().role !== 'staff'
  useFrameKeys({ search: () => setFinding(maySearch), help: () => setHelping(true) })

  // The menu closes after navigation, so that the page is visible.
  useEffect(() => {
    setUnfolded(false)
    window.scrollTo(0, 0)
  }, [location])

  const onEscape = (key: string) => {
    if (key !== 'Escape' || !unfolded) return
    setUnfolded(false)
    menu.current?.focus()
  }
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.side} data-unfolded={unfolded} onKeyDown={event => onEscape(event.key)}>
        <div className={styles.top}>
          <Brand label={t`Millrace, home`} />
          <button
            ref={menu}
            type="button"
            className={styles.menu}
            aria-expanded={unfolded}
            aria-controls="navigation"
            onClick={() => setUnfolded(!unfolded)}
          >
            <Icon name={unfolded ? 'close' : 'menu'} />
            <span className="visually-hidden">{t`Menu`}</span>
          </button>
        </div>
        <div id="navigation" className={styles.folding}>
          {maySearch && (
            <button
              type="button"
              className={styles.find}
              aria-keyshortcuts="Control+K Meta+K"
              onClick={() => setFinding(true)}
            >
              <Icon name="search" />
              <span>{t`Search`}</span>
              <kbd aria-hidden="true">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
            </button>
          )}
          <Navigation />
          <MemberMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        <ConnectionBanner />
        {/* What is about to be left takes no more clicks: a form would be sent twice. */}
        <div inert={isOpening} className={styles.page}>
          {children}
        </div>
      </main>
      <div role="status" className={styles.opening}>
        {isOpening && <span className="visually-hidden">{t`Loading`}</span>}
      </div>
      {finding && <Palette onClose={() => setFinding(false)} onHelp={() => setHelping(true)} />}
      {helping && (
        <PageBoundary failed={null}>
          <Suspense fallback={null}>
            <shortcutsDialog.Shown onClose={() => setHelping(false)} />
          </Suspense>
        </PageBoundary>
      )}
    </div>
  )
}
