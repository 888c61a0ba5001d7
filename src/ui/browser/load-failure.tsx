import { m } from '../../paraglide/messages.js'
import { linkClasses } from '../page/link.tsx'
import { reloadPage } from './unanswered-requests.ts'

/** In place of a part of the page whose code could not be loaded; offers to reload the page (R815). */
export function LoadFailure() {
  return (
    <p
      role="alert"
      className="fixed inset-x-4 bottom-4 z-60 rounded-tile bg-ink px-5 py-4 text-paper forced-colors:border sm:left-auto sm:w-96"
    >
      {m.ui_load_failed()}{' '}
      <button
        type="button"
        className={`font-semibold outline-paper ${linkClasses.text}`}
        onClick={reloadPage}
      >
        {m.ui_load_failed_reload()}
      </button>
    </p>
  )
}
