import { useLayoutEffect, useMemo } from 'react'
import { addressesOf } from '../../api/addresses.ts'
import type { OpenApiDocument } from '../../api/openapi-types.ts'
import { groupsOf } from './contents/operations.ts'
import { indexOf } from './contents/search.ts'
import { ErrorsSection } from './ErrorsSection.tsx'
import { GroupSection } from './GroupSection.tsx'
import { Introduction } from './Introduction.tsx'
import { SideNavigation } from './navigation/SideNavigation.tsx'
import { useCurrentSection } from './navigation/use-current-section.ts'
import { OAuthIntroduction } from './OAuthIntroduction.tsx'
import styles from './ReferencePage.module.css'
import { SessionProvider } from './session/SessionProvider.tsx'

export function Reference({ document }: { document: OpenApiDocument }) {
  const groups = useMemo(() => groupsOf(document), [document])
  const addresses = useMemo(() => addressesOf(document), [document])
  useAnchorOnArrival()
  return (
    <SessionProvider>
      <div className={styles.page}>
        <Navigation document={document} groups={groups} />
        <main id="content" tabIndex={-1} className={styles.content}>
          <Introduction document={document} addresses={addresses} />
          <OAuthIntroduction addresses={addresses} />
          {groups.map(group => (
            <GroupSection key={group.name} document={document} group={group} />
          ))}
          <ErrorsSection />
        </main>
      </div>
    </SessionProvider>
  )
}

/** A separate component, so that scrolling re-renders the navigation and not the whole reference. */
function Navigation({
  document,
  groups,
}: {
  document: OpenApiDocument
  groups: ReturnType<typeof groupsOf>
}) {
  const current = useCurrentSection()
  const index = useMemo(() => indexOf(document, groups), [document, groups])
  return <SideNavigation groups={groups} index={index} current={current} />
}

/** The browser looked for the anchor before its section was rendered. */
function useAnchorOnArrival(): void {
  useLayoutEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1))
    if (id) window.document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
  }, [])
}
