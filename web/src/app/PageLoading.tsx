import { Loading } from '../components/Loading.tsx'

/** A page whose files are loading. */
export const PageLoading = () => (
  <div role="status" aria-busy="true">
    <Loading />
  </div>
)
